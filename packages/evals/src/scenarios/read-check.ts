import { splitArguments } from "@skillwright/core/activate";

/** A program of the skill that looks at what the agent did. */
export type Check = { readonly file: string; readonly args: readonly string[] };

/**
 * What a `custom` assertion stands for: a check when its first word is a path of a file of the skill, else words for a judge. One
 * that must be a path and is none is a mistake.
 */
export function readCheck(value: string, hasFile: (path: string) => boolean): Check | "words" | "missing" {
  const [file = "", ...args] = splitArguments(value);
  if (!file.includes("/")) return "words";
  if (hasFile(file)) return { file, args };
  return /^(?:tests|scripts)\//.test(file) ? "missing" : "words";
}
