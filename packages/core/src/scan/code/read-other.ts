import type { Span } from "../../text/span.ts";
import type { Action, Carried, Label, ReadActions, ScannedText } from "../evidence.ts";
import { carriedFrom, isSecretName } from "../place-labels.ts";
import { readNested } from "../read-nested.ts";
import { joinLabels } from "./flow/value.ts";
import {
  canActOther,
  environmentItem,
  homeCalls,
  type OtherRow,
  otherRows,
  otherSources,
} from "./other-rows.ts";

// Ruby, Perl, PHP, Go, Rust, Java, C# and Lua have no grammar here: a program is read statement by statement, and a variable
// keeps the texts and labels of what it was set to.

/** What is known of an expression: its constant texts in order, and where its data comes from. */
type Known = { readonly texts: readonly string[]; readonly labels: readonly Carried[] };
type Statement = { readonly text: string; readonly span: Span };

const nothing: Known = { texts: [], labels: [] };

/** More statements of one text are not read. */
const maxStatements = 4000;
const maxTexts = 12;

/** What a program in a language without a grammar does, as far as its calls and variables show. */
export function readOther(source: ScannedText, read: ReadActions): readonly Action[] {
  if (!canActOther.test(source.text)) return [];
  const actions: Action[] = [];
  const variables = new Map<string, Known>();
  const files = new Map<string, string>();
  if (isReverseProgram(source.text)) {
    const span = { start: 0, end: Math.min(source.text.length, 200) };
    const base = { source, span, setting: "program", language: source.language, isQuoted: false } as const;
    actions.push({ ...base, kind: "evaluate", means: "a shell on a connection", carries: socket });
  }
  for (const statement of statementsOf(source).slice(0, maxStatements)) {
    const { text, span } = statement;
    let value = worthOf(text, variables);
    const base = { source, span, setting: "program", language: source.language, isQuoted: false } as const;
    for (const { does, pattern } of otherRows) {
      const match = pattern.exec(text);
      if (!match) continue;
      const given = worthOf(text.slice(match.index), variables);
      const first = worthOf(firstArgument(text, match.index), variables);
      value = actionOf({ does, given, first, value, base, read, text }, actions);
    }
    const written = writtenThroughHandle(text, files);
    if (written !== undefined) {
      const { texts, labels } = value;
      actions.push({ ...base, kind: "write", path: written, content: texts.join(""), carries: labels });
    }
    assign(text, value, { variables, files });
  }
  return actions;
}

type Base = {
  readonly source: ScannedText;
  readonly span: Span;
  readonly setting: "program";
  readonly language: ScannedText["language"];
  readonly isQuoted: false;
};
type Doing = {
  readonly does: OtherRow["does"];
  /** What stands behind the call's name, and its first argument alone. */
  readonly given: Known;
  readonly first: Known;
  readonly value: Known;
  readonly base: Base;
  readonly read: ReadActions;
  readonly text: string;
};

/** Adds what a call does, and returns what its statement is worth afterwards. */
function actionOf(doing: Doing, actions: Action[]): Known {
  const { does, given, value, base, text } = doing;
  const { labels } = value;
  const path = pathOf((doing.first.texts.length > 0 ? doing.first : given).texts);
  const address = addressOf(value.texts);
  switch (does) {
    case "run":
      actions.push(...runOf(doing));
      return value;
    case "evaluate":
      actions.push({ ...base, kind: "evaluate", means: "eval", carries: labels });
      return value;
    case "fetch": {
      const isSent = labels.some(({ label }) => label !== "remote" && label !== "decoded");
      actions.push({
        ...base,
        kind: "connect",
        direction: isSent ? "send" : "fetch",
        address,
        carries: labels,
      });
      return withLabels(value, [{ label: "remote", from: address ?? "a download" }]);
    }
    case "send":
      actions.push({ ...base, kind: "connect", direction: "send", address, carries: labels });
      return value;
    case "socket": {
      const host = addressOf(given.texts) ?? given.texts[0];
      actions.push({ ...base, kind: "connect", direction: "send", address: host, carries: labels });
      return withLabels(value, socket);
    }
    default:
      break;
  }
  if (path === "" || /^https?:/.test(path)) return value;
  if (does === "read" || does === "list") {
    const carries = carriedFrom(path);
    actions.push({ ...base, kind: "read", path, carries });
    return withLabels(value, carries);
  }
  const content = does === "write" ? [...given.texts.slice(1), text].join("\n") : undefined;
  actions.push({ ...base, kind: does === "write" ? "write" : "delete", path, content, carries: labels });
  return value;
}

const socket: readonly Carried[] = [{ label: "remote", from: "socket()" }];

function runOf({ given, value, base, read }: Doing): readonly Action[] {
  const { labels: carries } = value;
  const command = commandOf(given.texts);
  const runs =
    command === "" ? [] : readNested({ ...base, carries }, { text: command, language: "shell" }, read);
  return carries.some(({ label }) => label === "remote" || label === "decoded")
    ? [...runs, { ...base, kind: "evaluate", means: "a command", carries }]
    : runs;
}

function withLabels({ texts, labels }: Known, more: readonly Carried[]): Known {
  return { texts, labels: joinLabels(labels, more) };
}

/** A command from its words; what a shell gets after `-c` is the command. */
function commandOf(texts: readonly string[]): string {
  const [program = "", flag = "", ...rest] = texts;
  if (
    /^(?:\/\w{1,8}){0,3}\/?(?:ba|z|da)?sh$|^cmd(?:\.exe)?$|^powershell/i.test(program) &&
    /^(?:-\w{0,4}c|\/c|-Command)$/i.test(flag)
  )
    return rest.join(" ");
  return texts.join(" ");
}

/** Parts of a path as a path, however they are joined. */
function pathOf(texts: readonly string[]): string {
  const [first = "", ...rest] = texts.filter((text) => !/^(?:[rwab]\+?|[rwa]b)$/.test(text));
  let path = first;
  for (const part of rest.slice(0, 6)) {
    if (/[\s({;]/.test(part.trim()) || path.length > 300) break;
    path +=
      path.endsWith("/") || part.startsWith("/") || (part.startsWith(".") && path !== "~")
        ? part
        : `/${part}`;
  }
  return /\n/.test(path) ? "" : path;
}

function addressOf(texts: readonly string[]): string | undefined {
  const whole = texts.find((text) => /^[a-z]{2,8}:\/\//i.test(text));
  return whole ?? texts.find((text) => /^[\w.-]{3,200}\.[a-z\d]{1,20}(?::\d{1,5})?(?:\/|$)/i.test(text));
}

const sentences = /\n|;(?=\s)/g;
const comment: Readonly<Record<string, RegExp>> = {
  ruby: /^\s*#/,
  perl: /^\s*#/,
  php: /^\s*(?:#|\/\/|\*|\/\*)/,
  other: /^\s*(?:\/\/|\/\*|\*\s|--\s|#\s)/,
};

/** Statements with their places; one goes on while a bracket is open at the end of its line. */
function statementsOf({ text, language }: ScannedText): readonly Statement[] {
  const found: Statement[] = [];
  const ends = [...text.matchAll(sentences)].map(({ index }) => index).slice(0, maxStatements * 2);
  const isComment = comment[language] ?? comment.other;
  let start = 0;
  let lines = 0;
  for (const end of [...ends, text.length]) {
    const part = text.slice(start, end);
    if (lines < 6 && part.length < 2000 && /[([,.+]\s*$|(?:=>|->|\|\|?)\s*$/.test(part)) {
      lines++;
      continue;
    }
    if (part.trim() !== "" && !isComment?.test(part))
      found.push({ text: part.slice(0, 4000), span: { start, end } });
    start = end + 1;
    lines = 0;
  }
  return found;
}

/** The first argument of the call that begins at a place, with or without brackets around it. */
function firstArgument(text: string, at: number): string {
  const name = /^(?:new\s)?[\w.:>$!?-]{0,80}\s?[([]?/.exec(text.slice(at, at + 100))?.[0] ?? "";
  const start = at + name.length;
  let depth = 0;
  for (let end = start; end < text.length; end++) {
    const character = text[end];
    if (character === "(" || character === "[" || character === "{") depth++;
    else if (character === ")" || character === "]" || character === "}") depth--;
    if (depth < 0 || (depth === 0 && character === ",")) return text.slice(start, end);
  }
  return text.slice(start);
}

const pieces =
  /"((?:[^"\\\n]|\\.){0,2000})"|'((?:[^'\\\n]|\\.){0,2000})'|`([^`]{0,2000})`|[@$]?[A-Za-z_]\w{0,60}|~\/[\w./-]{1,200}/g;

/** Texts and labels in a piece of a program: of its constants, its variables and what it reads. */
function worthOf(text: string, variables: ReadonlyMap<string, Known>): Known {
  const texts: string[] = [];
  let labels: readonly Carried[] = [];
  const plain = text.replace(homeCalls, '"~"');
  for (const match of plain.matchAll(pieces)) {
    const [whole, double, single, tick] = match;
    const string = double ?? single ?? tick;
    if (string === undefined) {
      const known = variables.get(whole.replace(/^[@$]/, ""));
      if (known === undefined || /^\s{0,4}:?=(?!=)/.test(plain.slice(match.index + whole.length))) continue;
      texts.push(...known.texts);
      labels = joinLabels(labels, known.labels);
    } else if (texts.length < maxTexts) {
      texts.push(string);
      for (const inner of string.matchAll(/[#$]\{?[@$]?([A-Za-z_]\w{0,60})/g)) {
        const known = variables.get(inner[1] ?? "");
        if (known) labels = joinLabels(labels, known.labels);
      }
    }
  }
  return { texts: texts.slice(0, maxTexts), labels: joinLabels(labels, sourcesIn(plain)) };
}

function sourcesIn(text: string): readonly Carried[] {
  const found: Carried[] = [];
  for (const [pattern, label, from] of otherSources) if (pattern.test(text)) found.push({ label, from });
  for (const [, name = ""] of text.matchAll(environmentItem))
    if (isSecretName(name)) found.push({ label: "environment" satisfies Label, from: name });
  if (/https?:\/\//.test(text) && /\b(?:open|read|get|LWP|file_get_contents|curl)\b/i.test(text))
    found.push({ label: "remote", from: /https?:\/\/[^\s"')]{1,300}/.exec(text)?.[0] ?? "a download" });
  return found;
}

const longestProgram = 20_000;

/** A program that opens a socket and starts a shell on it, or lets a shell talk over it. */
export function isReverseProgram(text: string): boolean {
  const program = text.slice(0, longestProgram);
  if (!opensSocket.test(program) || !startsProgram.test(program)) return false;
  return namesShell.test(program) || (readsLines.test(program) && startsWhatItReads(program));
}

/** Lines that arrive over a connection, in a loop. */
const readsLines =
  /\b(?:while|loop|for|do|until)\b[\s\S]{0,300}(?:\.gets\b|\breadline|:receive\b|\.read_line\b|\.recv\b|ReadLine\b|\bfgets\b|<\$\w{1,30}>|\.Read\(|\bScan\(\)|ReadString\b|readLine\b)/i;

/** The program that runs is a variable, and not a constant. */
function startsWhatItReads(program: string): boolean {
  return /\b(?:io\.popen|IO\.popen|popen|system|exec|shell_exec|spawn|os\.execute|Open3\.\w{1,20}|exec\.Command|Command::new|ProcessBuilder|Process\.Start|qx)\b\s{0,3}[({]?\s{0,3}(?:[@$]?[a-z_]\w{0,30}\b(?!\s{0,3}[:(]))|\.(?:FileName|Arguments)\s{0,3}=\s{0,3}[a-z_]\w{0,30}\b/.test(
    program,
  );
}

const opensSocket =
  /\b(?:socket|TCPSocket|UDPSocket|fsockopen|stream_socket_client|IO::Socket|TcpStream|TcpClient)\b|\bnet\.Dial|\bnew\sSocket\(|\/inet\/tcp\//i;
const namesShell =
  /["'](?:ba|z)?sh["']|StandardInput\b|\/bin\/(?:ba|z|da)?sh\b|\bcmd(?:\.exe)?["'\s]|["'](?:ba)?sh["' ]|powershell\.exe|getline/;
const startsProgram =
  /\b(?:exec|system|popen|proc_open|shell_exec|spawn|getline|Open3|execute)\b|<&|\bexec\.Command|\bCommand::new|\b(?:Process(?:Builder|StartInfo|\.Start)|new\sProcess)\b/;

const setting =
  /^\s*(?:(?:my|our|local|let(?:\s+mut)?|const|var|final|auto|using(?:\s+var)?|val)\s+)?(?:[A-Z][\w<>[\].]{0,40}\s+)?[@$]?([A-Za-z_]\w{0,60})(?:\s*,\s*[@$]?(\w{1,60}))?\s*(?::\s*[\w&<>\s]{1,40})?(?::=|(?:\+|\|\||\.)?=(?![=~>]))/;
const loops =
  /\bfor(?:each)?\s{0,9}\(?\s{0,9}(?:my\s{1,9}|let\s{1,9}|const\s{1,9}|var\s{1,9}|[A-Z]\w{0,30}\s{1,9})?[@$]?(\w{1,60})\s{0,9}(?:,\s{0,9}(\w{1,60})\s{0,9})?(?::=\s{0,9}range|in|:)\s|\|\s{0,9}(\w{1,60})(?:\s{0,9},\s{0,9}(\w{1,60}))?\s{0,9}\||\bas\s{1,9}\$(\w{1,60})|\bwhile\s{0,9}\(?\s{0,9}(?:my\s{1,9})?\(?[@$]?(\w{1,60})\s{0,9}=/g;

/** Gives variables what their statement is worth; two of one assignment get the same. */
function assign(
  text: string,
  value: Known,
  { variables, files }: { variables: Map<string, Known>; files: Map<string, string> },
): void {
  // A socket of Lua is made first and connected later.
  const names = [...(setting.exec(text)?.slice(1) ?? []), /\b(\w{1,40}):connect\b/.exec(text)?.[1]];
  for (const match of text.matchAll(loops)) names.push(...match.slice(1));
  for (const name of names) {
    if (name === undefined || name === "_" || name === "err") continue;
    const isMore = /[+|.]=/.test(text);
    variables.set(name, isMore ? withLabels(variables.get(name) ?? nothing, value.labels) : value);
    const path = pathOf(value.texts);
    if (path !== "" && handle.test(text)) files.set(name, path);
  }
}

/** A variable that stands for a file which is open for writing. */
const handle =
  /\b(?:OpenFile|Create|File\.open|FileWriter|FileOutputStream|StreamWriter|AppendText|CreateText|File::create|OpenOptions|fopen|io\.open|open|CreateKey|OpenKey)\b/;

function writtenThroughHandle(text: string, files: ReadonlyMap<string, string>): string | undefined {
  const match =
    /\bio\.Copy\(\s{0,9}(\w{1,60})\b|\bcopy_stream\([^,\n]{1,80},\s{0,9}(\w{1,60})\b|\b(\w{1,60})(?:\.|:|->)(?:puts|write\w{0,40}|print\w{0,40}|Write\w{0,40}|SetStringValue|append)\b|\b(?:fwrite|fputs|print)\s{0,9}\(?\s{0,9}\$?(\w{1,60})\b/.exec(
      text,
    );
  const name = match?.slice(1).find((one) => one !== undefined);
  return name === undefined ? undefined : files.get(name);
}
