import { pythonStrip } from "./python-strip.ts";
import { toUniversalNewlines } from "./universal-newlines.ts";

const MARKER = "---";

export type SplitDocument =
  | {
      readonly ok: true;
      /** The whole text with LF line breaks; the offsets below refer to it. */
      readonly text: string;
      /** For `toOriginalOffset`: offsets of removed CRs. */
      readonly leftOut: readonly number[];
      readonly frontmatter: string;
      readonly frontmatterOffset: number;
      readonly body: string;
    }
  | { readonly ok: false; readonly problem: "not-opened" | "not-closed" };

/** Splits SKILL.md like the reference: at the first two `---`, anywhere in a line. */
export function splitDocument(original: string): SplitDocument {
  const { text, leftOut } = toUniversalNewlines(original);
  if (!text.startsWith(MARKER)) return { ok: false, problem: "not-opened" };
  const closing = text.indexOf(MARKER, MARKER.length);
  if (closing === -1) return { ok: false, problem: "not-closed" };
  return {
    ok: true,
    text,
    leftOut,
    frontmatter: text.slice(MARKER.length, closing),
    frontmatterOffset: MARKER.length,
    body: pythonStrip(text.slice(closing + MARKER.length)),
  };
}
