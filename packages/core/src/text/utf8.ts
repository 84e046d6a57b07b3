/** Length in Unicode code points, as the standard's reference tool counts: an emoji is one. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next >= 0xdc00 && next <= 0xdfff) count--;
  }
  return count;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes UTF-8, keeping a byte order mark; undefined if the bytes are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Size of a text in UTF-8. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).length;
}

/** Truncates a text to a number of UTF-8 bytes, at the end of a line if possible. */
export function truncateAtLine(text: string, maxBytes: number): string {
  // No UTF-16 unit takes more than three bytes.
  if (text.length * 3 <= maxBytes) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(maxBytes));
  if (read === text.length) return text;
  const end = text.lastIndexOf("\n", read);
  return text.slice(0, end > 0 ? end : read);
}

/** Compares by UTF-8 bytes, which is code point order; JavaScript compares UTF-16 units. */
export function compareUtf8(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

/** Surrogates sort after all other units: they encode higher code points. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
