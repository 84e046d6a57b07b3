import { readBackticks, readDollar } from "./read-expansion.ts";
import { bareText, type ReadWord, readWord } from "./read-word.ts";
import type { ShellWord } from "./shell-command.ts";
import {
  addInput,
  atProcessSubstitution,
  type CommandDraft,
  type HereDocument,
  innerSource,
  type ShellSource,
  skipBlanks,
  unknownInput,
  unreadable,
} from "./shell-source.ts";

const operator = /<<<|<<-|<<|<&|<>|<|>>|>&|>\||>|&>>|&>/y;

/** Reads a redirection at this position into the command and returns its operator; undefined if there is none. */
export function readRedirection(source: ShellSource, command: CommandDraft): string | undefined {
  if (!/[<>&]/.test(source.text[source.at] ?? "") || atProcessSubstitution(source)) return undefined;
  operator.lastIndex = source.at;
  const sign = operator.exec(source.text)?.[0];
  if (sign === undefined) return undefined;
  source.at += sign.length;
  if (sign === "<<" || sign === "<<-") {
    readDelimiter(source, command, { tabs: sign === "<<-" });
    return sign;
  }
  // In zsh, `>!` overwrites the file in the next word.
  if (source.text[source.at] === "!") unreadable("a redirection with !");
  skipBlanks(source);
  const isLocal = source.text.startsWith("~/", source.at) || atProcessSubstitution(source);
  const word = readWord(source) ?? unreadable("a redirection without a file");
  const target = word.value;
  if (sign === "<<<") addInput(command, target);
  if (sign === "<<<" || isDescriptor(sign, word)) return sign;
  if (sign === "<&") unreadable("a redirection from an unknown place");
  // Bash expands this target a second time, with the commands in it, even if they are quoted.
  if (sign === ">&" && !/^[\w./+-]+$/.test(bareText(word) ?? "")) unreadable("an unusual file after >&");
  const mayConnect = !isLocal && mayBeNetwork(target);
  if (mayConnect && target.text !== undefined) unreadable("a network connection");
  if (isNoFile(target)) return sign;
  const opened = { target, ...(mayConnect && { mayConnect }) };
  if (sign.startsWith("<")) {
    addInput(command, unknownInput());
    command.redirections.push({ access: "read", ...opened });
  }
  if (sign !== "<") command.redirections.push({ access: "write", ...opened });
  return sign;
}

/**
 * Whether a word directly before `<` or `>` is a descriptor: `2>`. With more digits, and with a variable as in `{fd}>`,
 * it is an argument or a program in some shells.
 */
export function namesDescriptor(source: ShellSource, word: ReadWord): boolean {
  if (!/[<>]/.test(source.text[source.at] ?? "")) return false;
  const text = bareText(word) ?? "";
  if (/^(?:\{\w*\}|\d\d+)$/.test(text)) unreadable("a descriptor that only some shells know");
  return /^\d$/.test(text);
}

/** `>&2`, `<&-`: refers to an open descriptor. Some shells take `>&2-` and a quoted number for a file. */
function isDescriptor(sign: string, word: ReadWord): boolean {
  if (sign !== ">&" && sign !== "<&") return false;
  if (/^\d+-?$/.test(word.value.text ?? "") && !/^\d$/.test(bareText(word) ?? ""))
    unreadable("a descriptor that only some shells know");
  return /^[\d-]$/.test(bareText(word) ?? "");
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

const delimiter = /'([\w.!-]+)'|"([\w.!-]+)"|\\?([\w.!-]+)/y;

/** `<<WORD` or `<<-WORD`, after the operator: the text follows below. */
function readDelimiter(
  source: ShellSource,
  command: CommandDraft,
  { tabs }: { readonly tabs: boolean },
): void {
  skipBlanks(source);
  delimiter.lastIndex = source.at;
  const found = delimiter.exec(source.text);
  source.at += found?.[0].length ?? 0;
  if (!found || !/[\s;&|)<>]/.test(source.text[source.at] ?? ""))
    unreadable("an unusual end of a here-document");
  const end = found[1] ?? found[2] ?? found[3] ?? "";
  const input = unknownInput();
  addInput(command, input);
  source.waiting.push({ end, quoted: found[0] !== end, tabs, command, input });
}

/** Skips the texts of all pending here-documents. They are data, except for substitutions. */
function readHereDocuments(source: ShellSource): void {
  for (const document of source.waiting.splice(0)) {
    const text = readText(source, document);
    if (!document.quoted) readSubstitutionsIn(innerSource(source, text));
    const isKnown = document.quoted || !/[$`\\]/.test(text);
    if (document.command.input === document.input)
      document.command.input = isKnown ? { text } : { prefix: "", splits: true, written: text };
  }
}

function readText(source: ShellSource, { end, quoted, tabs }: HereDocument): string {
  const start = source.at;
  for (;;) {
    const lineStart = source.at;
    if (lineStart >= source.text.length) unreadable("a here-document without an end");
    const lineBreak = source.text.indexOf("\n", lineStart);
    const lineEnd = lineBreak === -1 ? source.text.length : lineBreak;
    const line = source.text.slice(lineStart, lineEnd);
    source.at = lineEnd + 1;
    // The shell joins such lines before it looks for the end.
    if (!quoted && line.endsWith("\\")) unreadable("a line continuation in a here-document");
    const content = tabs ? line.replace(/^\t+/, "") : line;
    if (content === end) return source.text.slice(start, lineStart);
    // In a substitution, bash takes such a line as the end and the rest of it as commands.
    if (source.depth > 0 && content.startsWith(end)) unreadable("a here-document that may end in two places");
  }
}

const plain = /[^\\$`]+/y;

function readSubstitutionsIn(text: ShellSource): void {
  while (text.at < text.text.length) {
    plain.lastIndex = text.at;
    text.at += plain.exec(text.text)?.[0].length ?? 0;
    const character = text.text[text.at];
    if (character === "$") readDollar(text, { quoted: true });
    else if (character === "`") readBackticks(text);
    else text.at += 2;
  }
}

/** Skips spaces, comments and line breaks, with the here-documents after one. */
export function skipLines(source: ShellSource): void {
  for (;;) {
    skipBlanks(source);
    skipComment(source);
    if (source.text[source.at] !== "\n") return;
    source.at++;
    readHereDocuments(source);
  }
}

/** Only where a word could start; elsewhere `#` is an ordinary character. */
export function skipComment(source: ShellSource): void {
  if (source.text[source.at] !== "#") return;
  const end = source.text.indexOf("\n", source.at);
  source.at = end === -1 ? source.text.length : end;
}
