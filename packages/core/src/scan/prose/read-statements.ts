import type { ScannedText, Statement } from "../evidence.ts";

/** What a document says, sentence by sentence, as plain text. */
export function readStatements(_source: ScannedText): readonly Statement[] {
  return [];
}
