/** What a UTF-16 unit is to the tokeniser. Numbers, because this runs once for every character of a library. */
export const characterClass = { other: 0, lower: 1, upper: 2, digit: 3, ideograph: 4 } as const;

export function classOf(code: number): number {
  if (code < 0x80) return asciiClasses[code] ?? 0;
  if (code < 0xc0 || code === 0xd7 || code === 0xf7) return characterClass.other;
  if (code < 0x2000) return characterClass.lower;
  return isIdeograph(code) ? characterClass.ideograph : characterClass.other;
}

function classOfAscii(code: number): number {
  if (code >= 97) return code <= 122 ? characterClass.lower : characterClass.other;
  if (code >= 65) return code <= 90 ? characterClass.upper : characterClass.other;
  return code >= 48 && code <= 57 ? characterClass.digit : characterClass.other;
}

const asciiClasses = Uint8Array.from({ length: 0x80 }, (_, code) => classOfAscii(code));

/** Scripts written without spaces, and Hangul, whose particles hide the word: all are read as pairs of characters. */
function isIdeograph(code: number): boolean {
  return (
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    (code >= 0xf900 && code <= 0xfaff)
  );
}
