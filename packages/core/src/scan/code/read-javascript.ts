import type { Action, ReadActions, ScannedText } from "../evidence.ts";

/** What a JavaScript or TypeScript program does. */
export function readJavaScript(_source: ScannedText, _read: ReadActions): readonly Action[] {
  return [];
}
