import { bareText, readWord } from "./read-word.ts";
import type { ShellWord } from "./shell-command.ts";
import { type ShellSource, skipBlanks, unreadable } from "./shell-source.ts";

/**
 * What follows `[[`, up to its `]]`: a command of that name, which starts no program. Other shells know no `[[` and
 * end the command at signs such as `||`, so that these are refused, and with them groups and patterns with parentheses.
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

/** They evaluate what stands beside them, and with a subscript the commands in it. */
const evaluating = /^-(?:v|R|eq|ne|lt|le|gt|ge)$/;
