// Text from a skill reaches terminals and logs through here, so that they show control characters and bidi marks
// instead of obeying them.

/** Replaces every character that could move a cursor or hide text with its code point. */
export function printable(text: string): string {
  // Nearly every text, and the pattern below takes long to build.
  if (/^[ -~]*$/.test(text)) return text;
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** Formats 12345 as `12,345`. `toLocaleString` would load locale data, adding 10 ms to a command's start. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
