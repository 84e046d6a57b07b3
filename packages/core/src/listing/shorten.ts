const ellipsis = "…";
const ellipsisBytes = 3;
/** Maximum characters to give up to avoid cutting a word. */
const longestStep = 12;

/**
 * Truncates a clean, one-line text to a number of bytes after escaping, between words if possible.
 */
export function shorten(text: string, maxBytes: number): string {
  if (escapedBytes(text) <= maxBytes) return text;
  return cutAt(text, fittingLength(text, maxBytes - ellipsisBytes));
}

/** Truncates a text at `end` or before, and adds an ellipsis. */
export function cutAt(text: string, end: number): string {
  const start = text.slice(0, wordEnd(text, end)).replace(/[\s.,;:]+$/u, "");
  return start === "" ? "" : `${start}${ellipsis}`;
}

/** UTF-8 bytes of a text after `escapeXml`; it must not contain lone surrogates. */
export function escapedBytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) bytes += unitBytes(text.charCodeAt(index));
  return bytes;
}

function unitBytes(unit: number): number {
  if (unit === 0x26) return "&amp;".length;
  if (unit === 0x3c || unit === 0x3e) return "&lt;".length;
  if (unit === 0x22 || unit === 0x27) return "&quot;".length;
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  // A surrogate pair takes four bytes.
  return unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
}

function fittingLength(text: string, maxBytes: number): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    bytes += unitBytes(text.charCodeAt(index));
    if (bytes > maxBytes) return index;
  }
  return text.length;
}

function wordEnd(text: string, end: number): number {
  if (!/[\p{L}\p{N}]/u.test(text[end] ?? "")) return characterEnd(text, end);
  const space = text.lastIndexOf(" ", end);
  return space > 0 && end - space <= longestStep ? space : characterEnd(text, end);
}

// Low surrogates, accents, joiners and variants belong to the previous character.
const joinedToPrevious = /^(?:[\p{M}\udc00-\udfff]|\u200d|[\u{1f3fb}-\u{1f3ff}])/u;

function characterEnd(text: string, end: number): number {
  let at = end;
  while (at > 0 && (joinedToPrevious.test(text.slice(at, at + 2)) || text[at - 1] === "\u200d")) at--;
  return at;
}
