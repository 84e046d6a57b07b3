import type { Action, ReadActions, ScannedText } from "../evidence.ts";

/** What a Python program does. */
export function readPython(_source: ScannedText, _read: ReadActions): readonly Action[] {
  return [];
}
