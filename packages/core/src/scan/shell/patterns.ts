/** Longest text and pattern that are compared; patterns with several stars take more than linear time. */
const maxText = 2048;
const maxPattern = 64;

/** `${x#pattern}`, `##`, `%` and `%%`; undefined beyond the bounds. */
export function cutByPattern(
  text: string,
  pattern: string,
  operator: "#" | "##" | "%" | "%%",
): string | undefined {
  if (text.length > maxText || pattern.length > maxPattern) return undefined;
  const lengths = Array.from({ length: text.length + 1 }, (_, index) => index);
  if (operator.length === 2) lengths.reverse();
  const fromStart = operator.startsWith("#");
  const found = lengths.find((length) =>
    matches(fromStart ? text.slice(0, length) : text.slice(text.length - length), pattern),
  );
  if (found === undefined) return text;
  return fromStart ? text.slice(found) : text.slice(0, text.length - found);
}

type Replacement = {
  readonly replacement: string;
  /** The first match, all, one at the start, one at the end. */
  readonly operator: "/" | "//" | "/#" | "/%";
};

/** `${x/pattern/replacement}` and its variants, for patterns whose matches all have one length. */
export function replacePattern(
  text: string,
  pattern: string,
  { replacement, operator }: Replacement,
): string | undefined {
  if (pattern === "") return text;
  const units = unitsOf(pattern);
  if (units.some((unit) => unit === "*"))
    return operator === "//" && pattern === "*" ? replacement : undefined;
  if (text.length * units.length > 1_000_000) return undefined;
  const size = units.length;
  const isMatch = (at: number): boolean => units.every((unit, index) => unitMatches(unit, text[at + index]));
  if (operator === "/#") return isMatch(0) ? replacement + text.slice(size) : text;
  if (operator === "/%") {
    const at = text.length - size;
    return at >= 0 && isMatch(at) ? text.slice(0, at) + replacement : text;
  }
  let result = "";
  let at = 0;
  while (at < text.length) {
    if (!isMatch(at)) {
      result += text[at];
      at++;
      continue;
    }
    result += replacement;
    at += size;
    if (operator === "/") break;
  }
  return result + text.slice(at);
}

/** Characters, `?`, `*`, and classes such as `[^a-z]`. */
function unitsOf(pattern: string): readonly string[] {
  const units: string[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? "";
    const close = character === "[" ? pattern.indexOf("]", at + 2) : -1;
    if (close !== -1) {
      units.push(pattern.slice(at, close + 1));
      at = close;
    } else units.push(character);
  }
  return units;
}

function unitMatches(unit: string, character: string | undefined): boolean {
  if (character === undefined) return false;
  if (unit === "?") return true;
  if (unit.length < 3) return unit === character;
  const inverted = /^\[[!^]/.test(unit);
  return inClass(unit.slice(inverted ? 2 : 1, -1), character) !== inverted;
}

function inClass(members: string, character: string): boolean {
  if (/^\[:\w{1,10}:$/.test(members)) return classNames[members.slice(2, -1)]?.test(character) ?? false;
  for (let at = 0; at < members.length; at++) {
    const last = members[at + 1] === "-" ? members[at + 2] : undefined;
    const first = members[at] ?? "";
    if (last === undefined ? first === character : first <= character && character <= last) return true;
    if (last !== undefined) at += 2;
  }
  return false;
}

const classNames: Readonly<Record<string, RegExp>> = {
  digit: /\d/,
  alpha: /[A-Za-z]/,
  alnum: /[A-Za-z0-9]/,
  space: /\s/,
  punct: /[!-/:-@[-`{-~]/,
};

/** Whether a whole text matches; stars try every length, which the bounds above keep cheap. */
function matches(text: string, pattern: string): boolean {
  const units = unitsOf(pattern);
  let at = 0;
  let unit = 0;
  let star = -1;
  let restart = 0;
  while (at < text.length) {
    const wanted = units[unit];
    if (wanted === "*") {
      star = unit;
      restart = at;
      unit++;
    } else if (wanted !== undefined && unitMatches(wanted, text[at])) {
      at++;
      unit++;
    } else if (star !== -1) {
      restart++;
      at = restart;
      unit = star + 1;
    } else return false;
  }
  return units.slice(unit).every((rest) => rest === "*");
}
