import { redactText } from "@skillwright/core/audit";
import { printable } from "@skillwright/core/text";

export type HideSecrets = (text: string) => string;

/** Makes text from a server fit to be shown: without secrets and control characters. */
export function createHideSecrets(secrets: readonly string[]): HideSecrets {
  const spellings = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]);
  // The longest first: one secret may be the beginning of another.
  const ordered = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  return (text) => {
    const hidden = ordered.reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), text);
    return printable(redactText(hidden).trim().replace(/\s+/g, " "));
  };
}

/** `1`, `dev` and the like are no secrets, and without them nothing could be read. */
const shortestSecret = 4;
