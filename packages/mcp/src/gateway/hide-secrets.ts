import { redactText } from "@skillwright/core/audit";
import { printable } from "@skillwright/core/text";

export type HideSecrets = (text: string) => string;

/** Makes text from a server safe to display: without secrets and control characters. */
export function createHideSecrets(secrets: readonly string[]): HideSecrets {
  const spellings = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]);
  // Longest first: one secret may be a prefix of another.
  const ordered = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  return (text) => {
    const hidden = ordered.reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), text);
    return printable(redactText(hidden).trim().replace(/\s+/g, " "));
  };
}

/** Values such as `1` or `dev` are not secrets, and redacting them would make text unreadable. */
const shortestSecret = 4;
