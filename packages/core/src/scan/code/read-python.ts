import type { Action, ScannedText } from "../evidence.ts";

/** What a Python program does. */
export function readPython(_source: ScannedText): readonly Action[] {
  return [];
}
