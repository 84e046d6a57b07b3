import type { Action, ScannedText } from "../evidence.ts";

/** What a JavaScript or TypeScript program does. */
export function readJavaScript(_source: ScannedText): readonly Action[] {
  return [];
}
