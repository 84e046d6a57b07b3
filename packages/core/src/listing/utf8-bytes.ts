const encoder = new TextEncoder();

/** Size of a text in UTF-8. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).length;
}
