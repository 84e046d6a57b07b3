import { createSecretMask, redactText } from "@skillwright/core/audit";
import { printable } from "@skillwright/core/text";

export type HideSecrets = (text: string) => string;

/** Makes text from a server safe to display: without secrets and control characters. */
export function createHideSecrets(secrets: readonly string[]): HideSecrets {
  const { mask } = createSecretMask(secrets);
  return (text) => printable(redactText(mask(text)).trim().replace(/\s+/g, " "));
}
