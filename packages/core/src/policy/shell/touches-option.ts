import type { Match } from "../match.ts";
import type { PatternWord } from "./command-pattern.ts";
import type { ShellWord } from "./shell-command.ts";

/**
 * Whether an option appears in another spelling: `-rf` as `-f -r` certainly; `--force` as `-f` or `--forc`, and `-r` as
 * `-R`, possibly.
 */
export function touchesOption(wanted: PatternWord, words: readonly ShellWord[]): Match {
  if (wanted.kind !== "text" || !wanted.text.startsWith("-")) return "no";
  const options = words.flatMap(({ text }) => (text?.startsWith("-") ? [text] : []));
  const letters = options.filter((text) => !text.startsWith("--")).join("");
  const long = options.filter((text) => text.startsWith("--"));
  if (wanted.text.startsWith("--")) return touchesLong(wanted.text, letters, long);
  if (!/^-[A-Za-z]+$/.test(wanted.text)) return "no";
  const asked = [...wanted.text.slice(1)];
  if (asked.every((letter) => letters.includes(letter))) return "yes";
  const initials = (letters + long.map((text) => text[2] ?? "").join("")).toLowerCase();
  return asked.every((letter) => initials.includes(letter.toLowerCase())) ? "unknown" : "no";
}

function touchesLong(wanted: string, letters: string, long: readonly string[]): Match {
  const name = (option: string): string => option.split("=", 1)[0] ?? "";
  if (long.some((option) => name(option) === name(wanted) && !wanted.includes("="))) return "yes";
  const isShortened = long.some((option) => option.length > 2 && name(wanted).startsWith(name(option)));
  return isShortened || letters.toLowerCase().includes((wanted[2] ?? "-").toLowerCase()) ? "unknown" : "no";
}
