import type { Span } from "../../../text/span.ts";
import { decodeUtf8 } from "../../../text/utf8.ts";

type HiddenKind = "tagCharacters" | "bidiControl" | "zeroWidth" | "variationSelectors";
export type HiddenRun = { readonly kind: HiddenKind; readonly text: string; readonly span: Span };

const tags = String.raw`\u{E0000}-\u{E007F}`;
const bidi = String.raw`\u202A-\u202E\u2066-\u2069`;
const selectors = String.raw`\uFE00-\uFE0F\u{E0100}-\u{E01EF}`;
// Space, joiners, marks, word joiner and invisible operators, deprecated format characters, fillers, byte order mark.
const zeroWidth = String.raw`\u200B-\u200F\u061C\u2060-\u2064\u206A-\u206F\u180E\u115F\u1160\u3164\uFFA0\uFEFF`;

const invisibleRun = new RegExp(`[${tags}${bidi}${selectors}${zeroWidth}]+`, "gu");
// The same in 16-bit units, which takes a tenth of the time; beyond the first plane, all start with one surrogate.
const mayHide = new RegExp(`[\\uFE00-\\uFE0F\\uDB40${bidi}${zeroWidth}]`);
const anyTag = new RegExp(`[${tags}]`, "u");
const anyBidi = new RegExp(`[${bidi}]`, "u");
const onlySelectors = new RegExp(`^[${selectors}]+$`, "u");

/** Runs of invisible characters that serve no purpose in their place. */
export function findHidden(text: string): readonly HiddenRun[] {
  const found: HiddenRun[] = [];
  if (!mayHide.test(text)) return found;
  for (const { 0: run, index } of text.matchAll(invisibleRun)) {
    const start = index === 0 && run.startsWith("\uFEFF") ? 1 : index;
    const span = { start, end: index + run.length };
    const kind = kindOf(text, span);
    if (kind) found.push({ kind, text: text.slice(span.start, span.end), span });
  }
  return found;
}

function kindOf(text: string, { start, end }: Span): HiddenKind | undefined {
  const run = text.slice(start, end);
  const before = text.slice(Math.max(0, start - 2), start);
  if (anyTag.test(run)) return isFlag(before + run) ? undefined : "tagCharacters";
  if (anyBidi.test(run)) return "bidiControl";
  if (onlySelectors.test(run)) return isVariation(before, run) ? undefined : "variationSelectors";
  return run.length < 2 || isJoiner(before, run) ? undefined : "zeroWidth";
}

// The flags of England, Scotland and Wales are the only emoji made of tag characters.
const flag =
  /^\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}$/u;

function isFlag(text: string): boolean {
  return flag.test(text);
}

/** One selector sets the style of an emoji, symbol or digit; those past the first sixteen, of an ideograph. */
function isVariation(before: string, run: string): boolean {
  if (run.length === 1) return !/[A-Za-z]$/.test(before);
  return run.length === 2 && run >= "\u{E0100}" && /\p{Script=Han}$/u.test(before);
}

/** Joined emoji, and joiners in the scripts that need them; typed twice, they still carry no message. */
function isJoiner(before: string, run: string): boolean {
  if (run === "\uFE0F\u200D") return /[^\d\s]$/.test(before) && /(?:\p{Emoji}|\u20E3)$/u.test(before);
  return (
    /^[\u200C\u200D]{2}$/.test(run) && /[\p{L}\p{M}]$/u.test(before) && !/\p{Script=Latin}$/u.test(before)
  );
}

type HiddenArguments = { readonly count: number; readonly codePoints: string; readonly hidden: string };

/** Message arguments for a run: how many characters, the first few, and the text they encode. */
export function describeHidden({ kind, text }: HiddenRun): HiddenArguments {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0);
  const shown = points.slice(0, 4).map((point) => `U+${point.toString(16).toUpperCase().padStart(4, "0")}`);
  const codePoints = shown.join(" ") + (points.length > shown.length ? " …" : "");
  return { count: points.length, codePoints, hidden: decodeHidden(kind, points) };
}

/** How much of a hidden message to quote. */
const quotedLength = 80;

function decodeHidden(kind: HiddenKind, points: readonly number[]): string {
  if (kind === "tagCharacters") {
    const letters = points.map((point) => point - 0xe0000).filter((code) => code >= 0x20 && code < 0x7f);
    return quote(String.fromCharCode(...letters.slice(0, quotedLength + 1)));
  }
  if (kind !== "variationSelectors") return "";
  const bytes = points.map((point) => (point >= 0xe0100 ? point - 0xe0100 + 16 : point - 0xfe00));
  return quote(decodeUtf8(Uint8Array.from(bytes)) ?? "");
}

function quote(text: string): string {
  return text.length > quotedLength ? `${text.slice(0, quotedLength)}…` : text;
}
