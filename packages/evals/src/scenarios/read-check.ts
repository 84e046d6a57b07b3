import { splitArguments } from "@skillwright/core/activate";

/** A program of the skill that checks what the agent did. */
export type Check = { readonly file: string; readonly args: readonly string[] };

/**
 * Interprets a `custom` assertion: a check when its first word is the path of a file in the skill, otherwise
 * words for a judge. A path in tests/ or scripts/ that does not exist is a mistake.
 */
export function readCheck(value: string, hasFile: (path: string) => boolean): Check | "words" | "missing" {
  const [file = "", ...args] = splitArguments(value);
  if (!file.includes("/")) return "words";
  if (hasFile(file)) return { file, args };
  return /^(?:tests|scripts)\//.test(file) ? "missing" : "words";
}
