/**
 * Truncates a text to a number of UTF-8 bytes, at the end of a line if possible. Returns the text itself if it fits.
 */
export function truncateAtLine(text: string, maxBytes: number): string {
  // No UTF-16 unit takes more than three bytes.
  if (text.length * 3 <= maxBytes) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  if (read === text.length) return text;
  const end = text.lastIndexOf("\n", read);
  return text.slice(0, end > 0 ? end : read);
}
