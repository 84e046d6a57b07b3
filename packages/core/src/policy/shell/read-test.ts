import { bareText, readWord } from "./read-word.ts";
import type { ShellWord } from "./shell-command.ts";
import { type ShellSource, skipBlanks, unreadable } from "./shell-source.ts";

/**
 * After `[[`, up to its `]]`: a builtin that starts no program. Other shells do not know `[[` and end the command at
 * operators such as `||`, so those are refused, as are groups and patterns with parentheses.
 */
export function readTest(source: ShellSource): void {
  const words: ShellWord[] = [{ text: "[[" }];
  for (;;) {
    skipBlanks(source);
    const word = readWord(source);
    if (word === undefined) unreadable("signs in [[…]]");
    words.push(word.value);
    if (bareText(word) === "]]") break;
  }
  if (words.length === 2) unreadable("an empty [[…]]");
  if (words.some(({ text }) => evaluating.test(text ?? ""))) unreadable("arithmetic in [[…]]");
  source.commands.push({ assignments: [], words, redirections: [] });
}

/** These evaluate their operands, and a subscript can run commands. */
const evaluating = /^-(?:v|R|eq|ne|lt|le|gt|ge)$/;
