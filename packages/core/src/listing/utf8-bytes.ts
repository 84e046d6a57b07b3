const encoder = new TextEncoder();

/** What a text weighs as UTF-8. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).length;
}
