import { type InnerCommands, toCommand } from "./inner-commands.ts";
import type { ShellCommand, ShellWord } from "./shell-command.ts";

/** What `find` and `fd` run for the files they find. */
export function insideFind(name: string, words: readonly ShellWord[]): InnerCommands {
  const isAction = name === "find" ? findAction : fdAction;
  const commands: ShellCommand[] = [];
  for (let index = 1; index < words.length; index++) {
    const word = words[index];
    const rest = words.slice(index + 1);
    if (word === undefined || (word.text === undefined && mayBeAction(name, word, rest))) return "unknown";
    if (name !== "find" && fdAttached.test(word.text ?? "")) return "unknown";
    if (!isAction.test(word.text ?? "")) continue;
    const command = rest.slice(0, endOfCommand(name, rest));
    const later = command.findIndex((one) => one.text === undefined);
    // A word not known in advance may end the command, and then this starts another.
    if (command.some(({ text = "" }, at) => later !== -1 && at > later && isAction.test(text)))
      return "unknown";
    if (command.some((one) => one.text === undefined && one.splits)) return "unknown";
    commands.push(toCommand(command.map(withoutPlaceholder)));
    index += command.length;
  }
  return commands;
}

const findAction = /^-(?:exec|ok)(?:dir)?$/;
const fdAction = /^-[A-Za-z0-9]*[xX]$|^--exec(?:-batch)?$/;
const fdAttached = /^-[A-Za-z0-9]*[xX].|^--exec(?:-batch)?=/;

/**
 * A word not known in advance is most likely a folder or a pattern. As an action it would need a program after it and,
 * for `find`, an end of the command.
 */
function mayBeAction(
  name: string,
  word: ShellWord & { text?: undefined },
  rest: readonly ShellWord[],
): boolean {
  if (word.splits) return true;
  if ((word.prefix !== "" && !word.prefix.startsWith("-")) || rest[0]?.text?.startsWith("-")) return false;
  return name === "find" ? rest.slice(1).some(mayEnd) : rest.length > 0;
}

function mayEnd(word: ShellWord): boolean {
  return word.text === undefined ? word.prefix === "" || word.splits : /^[;+]$/.test(word.text);
}

/** `;` ends a command, and for `find` so does `+` right after `{}`. */
function endOfCommand(name: string, words: readonly ShellWord[]): number {
  const end = words.findIndex(
    ({ text }, index) => text === ";" || (name === "find" && text === "+" && words[index - 1]?.text === "{}"),
  );
  return end === -1 ? words.length : end;
}

function withoutPlaceholder(word: ShellWord): ShellWord {
  // fd has more of them, such as `{/}` and `{.}`.
  return word.text !== undefined && /\{[/.]*\}/.test(word.text) ? { prefix: "", splits: false } : word;
}
