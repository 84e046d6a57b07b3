/** Character codes of Markdown's markers; comparing `charCodeAt` results is the fastest way to scan. */
export const backslash = 0x5c;
export const bar = 0x7c;
export const blank = 0x20;
export const closingParenthesis = 0x29;
export const dot = 0x2e;
export const hash = 0x23;
const hyphen = 0x2d;
export const lessThan = 0x3c;
export const lineFeed = 0x0a;
export const openingBracket = 0x5b;
const plus = 0x2b;
export const carriageReturn = 0x0d;
const star = 0x2a;
const tab = 0x09;
export const tick = 0x60;
export const tilde = 0x7e;

export function isBlank(unit: number): boolean {
  return unit === blank || unit === tab;
}

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** `-`, `*` or `+`. */
export function isBullet(unit: number): boolean {
  return unit === hyphen || unit === star || unit === plus;
}
