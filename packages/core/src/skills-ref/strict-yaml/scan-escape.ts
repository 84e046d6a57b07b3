import { characterAt } from "./characters.ts";
import type { YamlProblem } from "./problem.ts";

const SIMPLE: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["a", "\x07"],
  ["b", "\b"],
  ["t", "\t"],
  ["\t", "\t"],
  ["n", "\n"],
  ["v", "\v"],
  ["f", "\f"],
  ["r", "\r"],
  ["e", "\x1b"],
  [" ", " "],
  ['"', '"'],
  ["/", "/"],
  ["\\", "\\"],
  ["N", "\x85"],
  ["_", "\xa0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
]);

const HEX_DIGITS: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

/** Reads the escape that starts with the backslash at `start`. */
export function scanEscape(source: string, start: number): { value: string; end: number } | YamlProblem {
  const letter = characterAt(source, start + 1);
  const simple = SIMPLE.get(letter);
  if (simple !== undefined) return { value: simple, end: start + 2 };
  const digits = HEX_DIGITS.get(letter);
  if (digits === undefined) {
    return { problem: "unknown escape in double quotes; write a backslash as \\\\", offset: start };
  }
  const end = start + 2 + digits;
  const code = source.slice(start + 2, end);
  const value = Number.parseInt(code, 16);
  if (code.length < digits || !/^[\da-f]+$/i.test(code) || value > 0x10ffff) {
    return { problem: `\\${letter} needs ${digits} hexadecimal digits of a character`, offset: start };
  }
  return { value: String.fromCodePoint(value), end };
}
