import { readDelimiter } from "./read-here-documents.ts";
import { bareText, type ReadWord, readWord } from "./read-word.ts";
import type { ShellWord } from "./shell-command.ts";
import {
  atProcessSubstitution,
  type CommandDraft,
  checkVariable,
  type ShellSource,
  skipBlanks,
  unreadable,
} from "./shell-source.ts";

const operator = /<<<|<<-|<<|<&|<>|<|>>|>&|>\||>|&>>|&>/y;

/** Reads a redirection at this position into the command; false if there is none. */
export function readRedirection(source: ShellSource, command: CommandDraft): boolean {
  if (!/[<>&]/.test(source.text[source.at] ?? "") || atProcessSubstitution(source)) return false;
  operator.lastIndex = source.at;
  const sign = operator.exec(source.text)?.[0];
  if (sign === undefined) return false;
  source.at += sign.length;
  if (sign === "<<" || sign === "<<-") {
    readDelimiter(source, { tabs: sign === "<<-" });
    return true;
  }
  skipBlanks(source);
  const isLocal = source.text.startsWith("~/", source.at) || atProcessSubstitution(source);
  const target = readWord(source)?.value ?? unreadable("a redirection without a file");
  if (sign === "<<<" || isDescriptor(sign, target)) return true;
  if (sign === "<&") unreadable("a redirection from an unknown place");
  if (!isLocal && mayBeNetwork(target)) unreadable("a network connection");
  if (isNoFile(target)) return true;
  command.redirections.push({ access: sign === "<" ? "read" : "write", target });
  return true;
}

/** Whether a word directly before `<` or `>` is a descriptor: `2>`, `{fd}>`. */
export function namesDescriptor(source: ShellSource, word: ReadWord): boolean {
  if (!/[<>]/.test(source.text[source.at] ?? "")) return false;
  const text = bareText(word) ?? "";
  const variable = /^\{(\w+)\}$/.exec(text)?.[1];
  if (variable !== undefined) checkVariable(variable);
  return variable !== undefined || /^\d+$/.test(text);
}

/** `>&2`, `<&-`: refers to an open descriptor. */
function isDescriptor(sign: string, target: ShellWord): boolean {
  return (sign === ">&" || sign === "<&") && /^(?:\d+-?|-)$/.test(target.text ?? "");
}

/** Bash connects when it opens `/dev/tcp/host/port`, which is not a file. */
function mayBeNetwork(target: ShellWord): boolean {
  return ["/dev/tcp/", "/dev/udp/"].some((folder) =>
    target.text === undefined
      ? folder.startsWith(target.prefix) || target.prefix.startsWith(folder)
      : target.text.startsWith(folder),
  );
}

function isNoFile({ text }: ShellWord): boolean {
  return text === "/dev/null" || text === "/dev/stdin" || text === "/dev/stdout" || text === "/dev/stderr";
}
