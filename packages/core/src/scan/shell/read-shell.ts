import type { Action, ReadActions, ScannedText } from "../evidence.ts";

/** What the shell commands in a text do: a script's, or those in code blocks, code spans and list items of a document. */
export function readShell(_source: ScannedText, _read: ReadActions): readonly Action[] {
  return [];
}
