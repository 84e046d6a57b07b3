import type { Span } from "../../../text/span.ts";
import type { Piece } from "../mapped-text.ts";

export type JsonString = {
  /** Keys and indexes that lead to it. */
  readonly path: readonly string[];
  readonly value: string;
  /** Between the quotes. */
  readonly span: Span;
};

const mostStrings = 50_000;
const mostDepth = 64;

type Frame = { readonly isObject: boolean; key: string; index: number; isValue: boolean };

/**
 * All string values of a JSON text, with comments and faults tolerated: what a strict parser refuses, some client reads. Stops at very
 * deep nesting.
 */
export function readJsonStrings(text: string): readonly JsonString[] {
  const found: JsonString[] = [];
  const frames: Frame[] = [];
  for (let at = 0; at < text.length && found.length < mostStrings; at++) {
    const frame = frames.at(-1);
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at + 1);
      const span = { start: at + 1, end };
      at = end;
      if (frame?.isObject === true && !frame.isValue) frame.key = withoutEscapes(text, span);
      else found.push({ path: frames.map(pathPart), value: withoutEscapes(text, span), span });
    } else if (character === "{" || character === "[") {
      if (frames.length >= mostDepth) return found;
      frames.push({ isObject: character === "{", key: "", index: 0, isValue: false });
    } else if (character === "}" || character === "]") frames.pop();
    else if (frame !== undefined && character === ":") frame.isValue = true;
    else if (frame !== undefined && character === ",") {
      frame.isValue = false;
      frame.index++;
    } else if (character === "/") at = endOfComment(text, at);
  }
  return found;
}

function pathPart({ isObject, key, index }: Frame): string {
  return isObject ? key : String(index);
}

function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

function endOfComment(text: string, at: number): number {
  const close = new Map([
    ["/", "\n"],
    ["*", "*/"],
  ]).get(text[at + 1] ?? "");
  if (close === undefined) return at;
  const end = text.indexOf(close, at + 2);
  return end === -1 ? text.length : end + close.length - 1;
}

function withoutEscapes(text: string, { start, end }: Span): string {
  const raw = text.slice(start, end);
  if (!raw.includes("\\")) return raw;
  return raw.replaceAll(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_whole, code?: string, letter = "") =>
    code === undefined ? (escapes.get(letter) ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["b", "\b"],
  ["f", "\f"],
]);

/** A string as parts of a text, exact up to its first escape in each line. */
export function stringPiece({ value, span }: JsonString): Piece {
  return { text: value, origin: span };
}
