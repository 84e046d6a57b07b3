/**
 * Character classes of the tokenizer. Numbers in this order, so that one comparison covers several classes: letters and
 * digits come last. Runs once per character of a library.
 */
export const characterClass = { other: 0, joint: 1, ideograph: 2, lower: 3, upper: 4, digit: 5 } as const;

export function classOf(code: number): number {
  if (code < 0x80) return asciiClasses[code] ?? 0;
  if (code < 0xc0 || code === 0xd7 || code === 0xf7) return characterClass.other;
  if (code < 0x2000) return characterClass.lower;
  return isIdeograph(code) ? characterClass.ideograph : characterClass.other;
}

/** Whether a class is letters or digits, which make up words. */
export function isLetterClass(kind: number): boolean {
  return kind > characterClass.ideograph;
}

function classOfAscii(code: number): number {
  if (code >= 97 && code <= 122) return characterClass.lower;
  if (code >= 65 && code <= 90) return characterClass.upper;
  if (code >= 48 && code <= 57) return characterClass.digit;
  return jointMarks.includes(String.fromCharCode(code)) ? characterClass.joint : characterClass.other;
}

/** Marks that join letters or digits: `don't`, `follow-up`, `node.js`, `samber/do`, `snake_case`. */
const jointMarks = "'-./_";
const asciiClasses = Uint8Array.from({ length: 0x80 }, (_, code) => classOfAscii(code));

/** Scripts written without spaces, and Hangul, whose particles hide the word: read as pairs of characters. */
function isIdeograph(code: number): boolean {
  return (
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    (code >= 0xf900 && code <= 0xfaff)
  );
}
