// Text from a skill reaches terminals and logs through here: control characters and bidi marks are shown, not obeyed.
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

/** Text with every character that could move a cursor or hide another replaced by its code point. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
