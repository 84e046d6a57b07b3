import { type DiscoveryFindingCode, discoveryMessages } from "./discover/discovery-finding.ts";
import { errorMessages, type SkillError } from "./error.ts";
import { fillIn, type MessageArguments } from "./message.ts";
import { printable } from "./text/printable.ts";

/** A finding of discovery or resolution as a sentence. */
export function formatDiscoveryFinding({
  code,
  args = {},
}: {
  readonly code: DiscoveryFindingCode;
  readonly args?: MessageArguments | undefined;
}): string {
  return fillIn(discoveryMessages[code], args);
}

/** An error as a sentence: what was found, what was expected, what to do. */
export function formatError(error: SkillError): string {
  // The reason is a multi-line text of the model provider.
  if (error.code === "model-unavailable") return String(error.details.reason).replace(/[^\n]+/g, printable);
  return fillIn(errorMessages[error.code], error.details);
}
