import type { CommandForm, PatternWord } from "./command-pattern.ts";
import type { ShellWord } from "./shell-command.ts";

/**
 * For each word of a command, the pattern word that matches it, undefined where the pattern has a wildcard; undefined
 * as a whole if it does not match.
 */
export function alignWords(
  form: CommandForm,
  words: readonly ShellWord[],
): readonly (PatternWord | undefined)[] | undefined {
  const places: (PatternWord | undefined)[] = [];
  let index = 0;
  let next = 0;
  // Position of the last star in the form, and how far it reaches in the command.
  let star = -1;
  let reach = 0;
  while (index < words.length) {
    const wanted = form.words[next];
    if (wanted?.kind === "any") {
      star = next++;
      reach = ++index;
    } else if (wanted && fitsWord(wanted, words[index]?.text, { isProgram: index === 0 })) {
      places[index++] = wanted;
      next++;
    } else if (next === form.words.length && form.open) break;
    else if (star === -1) return undefined;
    else {
      // Only the last star backtracks: everything before it already matches as early as possible.
      next = star + 1;
      index = ++reach;
      places.length = reach;
      delete places[reach - 1];
    }
  }
  places.length = index;
  return next === form.words.length ? places : undefined;
}

/** Whether one word matches; a star in a program name stays within its folder. */
export function fitsWord(
  wanted: PatternWord,
  text: string | undefined,
  { isProgram }: { readonly isProgram: boolean },
): boolean {
  if (text === undefined || wanted.kind === "any") return false;
  if (wanted.kind === "text") return text === wanted.text;
  if (isProgram && count(text, "/") !== count(wanted.pieces.join(""), "/")) return false;
  return fitsGlob(wanted.pieces, text);
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

function fitsGlob(pieces: readonly string[], text: string): boolean {
  const [first = ""] = pieces;
  const last = pieces.at(-1) ?? "";
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}
