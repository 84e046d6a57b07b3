import { pythonStrip } from "./python-strip.ts";
import { toUniversalNewlines } from "./universal-newlines.ts";

const MARKER = "---";

export type SplitDocument =
  | {
      readonly ok: true;
      /** The whole text with LF line breaks; the offsets below count in it. */
      readonly text: string;
      /** For `toOriginalOffset`: where CRs were left out of the text. */
      readonly leftOut: readonly number[];
      readonly frontmatter: string;
      readonly frontmatterOffset: number;
      readonly body: string;
    }
  | { readonly ok: false; readonly problem: "not-opened" | "not-closed" };

/** Cuts SKILL.md as the reference does: at the first two `---`, wherever in a line they stand. */
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
