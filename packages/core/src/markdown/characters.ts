/** Character codes of Markdown's marks; comparing `charCodeAt` results is the fastest way to scan. */
export const tab = 0x09;
export const carriageReturn = 0x0d;
export const space = 0x20;
export const hash = 0x23;
const closingParenthesis = 0x29;
export const star = 0x2a;
const plus = 0x2b;
export const hyphen = 0x2d;
const dot = 0x2e;
export const lessThan = 0x3c;
export const equals = 0x3d;
export const greaterThan = 0x3e;
export const underscore = 0x5f;
export const tick = 0x60;
export const bar = 0x7c;
export const tilde = 0x7e;

export function isSpace(unit: number): boolean {
  return unit === space || unit === tab;
}

/** No block starts with a letter; most lines do. */
export function isLetter(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** The end of the run of equal characters at an offset. */
export function endOfRun(text: string, start: number, end: number): number {
  const unit = text.charCodeAt(start);
  let at = start;
  while (at < end && text.charCodeAt(at) === unit) at++;
  return at;
}

export function isBlankBetween(text: string, start: number, end: number): boolean {
  let at = start;
  while (at < end && isSpace(text.charCodeAt(at))) at++;
  return at >= end;
}

/** The end of `-`, `*`, `+` or of up to nine digits with `.` or `)`; the offset itself if none is there. */
export function endOfItemMark(text: string, start: number): number {
  const unit = text.charCodeAt(start);
  if (unit === hyphen || unit === star || unit === plus) return start + 1;
  let at = start;
  while (isDigit(text.charCodeAt(at)) && at - start < 9) at++;
  const mark = text.charCodeAt(at);
  return at > start && (mark === dot || mark === closingParenthesis) ? at + 1 : start;
}
