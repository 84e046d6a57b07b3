import type { Span } from "../../../text/span.ts";

export type DataUri = { readonly bytes: Uint8Array; readonly span: Span };

/** Addresses that are followed in one text. */
const mostUris = 200;

/** The content of `data:` addresses in a text. */
export function findDataUris(text: string, maxBytes: number): readonly DataUri[] {
  const found: DataUri[] = [];
  let room = maxBytes;
  for (
    let at = text.indexOf("data:");
    at !== -1 && found.length < mostUris;
    at = text.indexOf("data:", at + 5)
  ) {
    const head = /^data:[\w.+-]{0,60}(?:\/[\w.+-]{1,60})?(?:;[\w-]{1,30}(?:=[\w"'.-]{1,60})?){0,6},/.exec(
      text.slice(at, at + 600),
    )?.[0];
    if (head === undefined) continue;
    const start = at + head.length;
    const isBase64 = /;base64,$/i.test(head);
    const end = endOf(text, start, isBase64 ? base64End : plainEnd);
    const bytes = isBase64 ? fromBase64(text.slice(start, end)) : fromPercent(text.slice(start, end));
    const span = { start: at, end };
    at = end - 5;
    if (bytes.length < 8 || bytes.length > room) continue;
    room -= bytes.length;
    found.push({ bytes, span });
  }
  return found;
}

const base64End = /[^\w+/=%\s-]/g;
const plainEnd = /["'`<>)\s]/g;

function endOf(text: string, start: number, stop: RegExp): number {
  const pattern = new RegExp(stop.source, "g");
  pattern.lastIndex = start;
  return pattern.exec(text)?.index ?? text.length;
}

function fromBase64(encoded: string): Uint8Array {
  const plain = encoded
    .replaceAll("%2B", "+")
    .replaceAll("%2F", "/")
    .replaceAll("%3D", "=")
    .replaceAll(/[^\w+/-]/g, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  // A rest of one character cannot be decoded.
  const usable = plain.length % 4 === 1 ? plain.slice(0, -1) : plain;
  const binary = atob(usable);
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function fromPercent(encoded: string): Uint8Array {
  const text = encoded.replaceAll(/%([0-9a-fA-F]{2})/g, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff);
}
