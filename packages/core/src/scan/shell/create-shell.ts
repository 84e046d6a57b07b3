import { parse, type Script } from "unbash";
import type { Span } from "../../text/span.ts";
import type { Action, Carried, Language, ReadActions, ScannedText, Setting } from "../evidence.ts";
import { scanLimits } from "../limits.ts";
import { carriedFrom } from "../place-labels.ts";
import { classifyPlace, normalizePath } from "../places.ts";
import { readNested } from "../read-nested.ts";
import { runBatch } from "./powershell/run-batch.ts";
import { runPowerShell } from "./powershell/run-powershell.ts";
import { languageOf } from "./program-language.ts";
import { readFields } from "./read-word.ts";
import { runNode, runStatements } from "./run-syntax.ts";
import { runWords } from "./run-words.ts";
import { type Body, createScope, type Scope } from "./scope.ts";
import type { Deed, Shell, Stream } from "./shell.ts";
import { concat, mergeCarries, unknown, type Value, withLabels } from "./value.ts";

/** What surrounds the commands that one shell reads. */
export type Surroundings = {
  readonly source: ScannedText;
  readonly isQuoted: (span: Span) => boolean;
  readonly read: ReadActions;
};

/** Commands in a text, such as a code block. */
export type Commands = {
  readonly text: string;
  readonly language: Language;
  readonly setting: Setting;
  /** Where a part of the commands stands in the source. */
  readonly spanOf: (inner: Span) => Span;
};

export type Session = {
  /** Reads commands; variables and files of those before are known. */
  readonly run: (commands: Commands) => void;
  /** Reads a program in another language at such a place. */
  readonly runOther: (program: Commands) => void;
  readonly finish: () => readonly Action[];
};

/** Bounds of reading one text: parts of the syntax tree, those that run again, and how deep they are nested. */
const maxSteps = 300_000;
const maxRepeats = 20_000;
const maxDepth = 300;
/** Values up to this length cost nothing; all work on longer ones together is bounded. */
const cheapLength = 1000;
const maxWork = 20_000_000;

/** What all scopes of one shell share. */
type State = {
  readonly surroundings: Surroundings;
  /** What is read at the moment. */
  commands: Commands;
  readonly actions: Action[];
  readonly files: Map<string, Value>;
  readonly descriptors: Map<number, Value>;
  readonly uncalled: Map<Body, Scope>;
  span: Span;
  steps: number;
  /** Steps of what is run again: functions, later turns of loops, programs that are evaluated. */
  repeats: number;
  /** How many of those surround the current step. */
  repeating: number;
  /** Characters of long values that commands worked on. */
  work: number;
  depth: number;
  /** Programs inside programs; offsets below the first level say nothing about the text. */
  nesting: number;
  /** Labels of the program text that runs, such as `decoded`. */
  inherited: readonly Carried[];
};

/** Reads the commands of one text, in order. */
export function createSession(surroundings: Surroundings): Session {
  const state: State = {
    surroundings,
    commands: { text: "", language: "shell", setting: "program", spanOf: (span) => span },
    actions: [],
    files: new Map(),
    descriptors: new Map(),
    uncalled: new Map(),
    span: { start: 0, end: 0 },
    steps: 0,
    repeats: 0,
    repeating: 0,
    work: 0,
    depth: 0,
    nesting: 0,
    inherited: [],
  };
  const shell = shellIn(state, createScope());
  return {
    run: (commands) => {
      state.commands = commands;
      if (commands.language === "powershell") runPowerShell(commands.text, shell);
      else if (commands.language === "batch") runBatch(commands.text, shell);
      else {
        // Through a named pipe, what is written last is read first.
        if (/\bmk(?:fifo|nod)\b/.test(commands.text))
          rehearse(state, () => runCommands(commands.text, shell));
        runCommands(commands.text, shell);
      }
      runUncalled(state);
    },
    runOther: (program) => {
      state.commands = program;
      const { length } = program.text;
      state.span = program.spanOf({ start: 0, end: length });
      runNested(
        { text: program.text, carries: [] },
        { state, language: program.language, spanOf: program.spanOf },
      );
    },
    finish: () => state.actions,
  };
}

/** Runs something for what it writes to files and variables, without its actions. */
function rehearse(state: State, run: () => void): void {
  const { length } = state.actions;
  run();
  state.actions.length = length;
}

/** Longest line that is read where the whole text cannot be. */
const maxLine = 20_000;

function runCommands(text: string, shell: Shell): void {
  const script = parseScript(text);
  if (script) {
    runStatements(script.commands, shell, undefined);
    return;
  }
  for (const line of text.slice(0, scanLimits.parsedCharacters).split("\n")) {
    const lone = parseScript(line.slice(0, maxLine));
    if (lone) runStatements(lone.commands, shell, undefined);
  }
}

/** Functions that nothing here calls may be called from elsewhere. */
function runUncalled(state: State): void {
  for (const [body, scope] of state.uncalled) {
    state.uncalled.delete(body);
    runNode(body, shellIn(state, { ...scope, positional: undefined }), undefined);
  }
}

function shellIn(state: State, scope: Scope): Shell {
  const shell: Shell = {
    scope,
    descriptors: state.descriptors,
    uncalled: state.uncalled,
    within: (inner) => shellIn(state, inner),
    at: ({ pos, end }) => {
      if (state.nesting === 0) state.span = state.commands.spanOf({ start: pos, end });
    },
    enter: () => enter(state),
    leave: () => {
      state.depth--;
    },
    report: (deed) => report(deed, state),
    readFile: (path) => readFile(path, state),
    written: (path) => findWritten(path, state),
    writeFile: (path, content, isAppended = false) => writeFile({ path, content, isAppended }, state, shell),
    runApart: (script, input) => runApart(script, { state, scope, input }),
    runText: (program, input) => runText(program, { state, shell, input }),
    runWords: (words, input) => runWords(words, shell, input).value,
    callFunction: (body, args, input) => {
      if (state.repeats < maxRepeats) state.uncalled.delete(body);
      const inner = shellIn(state, { ...scope, positional: args });
      return repeat(state, () => runNode(body, inner, input).value);
    },
    repeat: (run) => repeat(state, run),
    spend: (length) => {
      if (length > cheapLength) state.work += length;
      return length <= cheapLength || state.work < maxWork;
    },
    runNested: (program, language) => runNested(program, { state, language }),
    readWords: (text) => apart(state, () => parseWords(text).flatMap((word) => readFields(word, shell))),
  };
  return shell;
}

function enter(state: State): boolean {
  if (state.depth >= maxDepth || state.actions.length >= scanLimits.actions) return false;
  // What is run again cannot use up the steps of the commands that follow it.
  if (state.repeating > 0 ? state.repeats >= maxRepeats : state.steps >= maxSteps) return false;
  if (state.repeating > 0) state.repeats++;
  else state.steps++;
  state.depth++;
  return true;
}

function repeat<Result>(state: State, run: () => Result): Result {
  state.repeating++;
  try {
    return run();
  } finally {
    state.repeating--;
  }
}

/** Runs something whose offsets are not those of the text. */
function apart<Result>(state: State, run: () => Result): Result {
  state.nesting++;
  try {
    return run();
  } finally {
    state.nesting--;
  }
}

function report(deed: Deed, state: State): Action {
  const { source, isQuoted } = state.surroundings;
  const { span, inherited, actions, commands } = state;
  const action: Action = {
    ...deed,
    carries: mergeCarries(deed.carries, inherited),
    source,
    span,
    setting: commands.setting,
    language: commands.language,
    isQuoted: isQuoted(span),
  };
  if (actions.length < scanLimits.actions) actions.push(action);
  return action;
}

const ignored = /^(?:|-|\/dev\/(?:null|stdin|stdout|stderr|tty|zero|u?random))$/;

function readFile(path: Value, state: State): Value {
  if (path.content) return path.content;
  if (ignored.test(path.text)) return unknown("");
  const written = findWritten(path.text, state);
  const carries = mergeCarries(carriedFrom(path.text), path.carries);
  const content = withLabels(written ?? unknown(""), carries);
  report({ kind: "read", path: path.text, carries: content.carries }, state);
  return content;
}

function keyOf(path: string): string {
  return normalizePath(path).replace(/^(?:\.\/)+/, "");
}

function findWritten(path: string, { files }: State): Value | undefined {
  if (files.size === 0) return undefined;
  const key = keyOf(path);
  const found = files.get(key);
  if (found) return found;
  // A file of a folder that was cloned or unpacked; in the current folder only if it is named as a program there.
  for (let at = key.lastIndexOf("/"); at > 0; at = key.lastIndexOf("/", at - 1)) {
    const inFolder = files.get(`${key.slice(0, at)}/*`);
    if (inFolder) return inFolder;
  }
  return path.startsWith("./") ? files.get("*") : undefined;
}

const maxFiles = 500;

type Writing = { readonly path: Value; readonly content: Value; readonly isAppended: boolean };

function writeFile({ path, content, isAppended }: Writing, state: State, shell: Shell): void {
  if (path.sink) path.sink(content);
  if (path.sink || ignored.test(path.text)) return;
  const key = keyOf(path.text);
  const before = isAppended ? state.files.get(key) : undefined;
  if (state.files.size < maxFiles) state.files.set(key, before ? concat(before, content) : content);
  const carries = mergeCarries(content.carries, path.carries);
  report(
    { kind: "write", path: path.text, content: content.isKnown ? content.text : undefined, carries },
    state,
  );
  const known = state.files.get(key);
  if (content.text !== "" && readWritten(path.text, content, shell) && known === content)
    state.files.set(key, { ...content, isRead: true });
}

/** Reads programs where they are written, since a later text may start them; false for other files. */
function readWritten(path: string, content: Value, shell: Shell): boolean {
  const language = languageOf(path, content.text);
  const place = classifyPlace(path);
  const isShell = language === "shell" || place === "shell-startup" || place === "git-hook";
  if (language && language !== "shell") shell.runNested(content, language);
  else if (isShell) shell.within(createScope(shell.scope, [])).runText(content);
  else if (place === "scheduled-task" || path === "crontab") runLines(content, cronLine, shell);
  else if (place === "service" || path.endsWith(".service")) runLines(content, unitLine, shell);
  return language !== undefined || isShell;
}

const cronLine = /^(?:@\w{3,10}|(?:[\d*/,-]{1,20}[ \t]{1,8}){5})[ \t]{0,8}(\S.{0,2000})$/gm;
const unitLine = /^Exec\w{0,12}=[-@+!:]{0,3}(.{1,2000})$/gm;

function runLines(content: Value, pattern: RegExp, shell: Shell): void {
  for (const match of content.text.matchAll(pattern)) shell.runText({ ...content, text: match[1] ?? "" });
}

function runApart(
  script: Script,
  {
    state,
    scope,
    input,
  }: { readonly state: State; readonly scope: Scope; readonly input: Stream | undefined },
): Value {
  const inner = shellIn(state, createScope(scope));
  const run = (): Value => runStatements(script.commands, inner, input);
  const span = state.span;
  const output = script.source === undefined ? run() : apart(state, run);
  state.span = span;
  return output;
}

function runText(
  { text, carries }: Value,
  {
    state,
    shell,
    input,
  }: { readonly state: State; readonly shell: Shell; readonly input: Stream | undefined },
): Value {
  const limit = scanLimits.nesting - (state.surroundings.source.nesting ?? 0);
  const script =
    state.nesting < limit + 2 ? parseScript(text.replaceAll(/\$\([^)]{0,200}…?\)?/g, "$_")) : undefined;
  if (!script) return unknown("", carries);
  const before = state.inherited;
  state.inherited = mergeCarries(before, carries);
  try {
    return repeat(state, () => apart(state, () => runStatements(script.commands, shell, input)));
  } finally {
    state.inherited = before;
  }
}

/** The syntax tree of a program; undefined if it is beyond the bounds. */
function parseScript(text: string): Script | undefined {
  if (text.length > scanLimits.parsedCharacters || isTooDeep(text)) return undefined;
  try {
    return parse(text);
  } catch {
    // The parser bounds its nesting; a text that still overflows the stack is read in lines by the caller.
    return undefined;
  }
}

/** Brackets that are open at once; the parser reads what is inside once for each of them. */
const maxOpen = 100;

function isTooDeep(text: string): boolean {
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x28 || code === 0x7b) open++;
    else if ((code === 0x29 || code === 0x7d) && open > 0) open--;
    if (open > maxOpen) return true;
  }
  return false;
}

function parseWords(text: string): ReturnType<typeof wordsOf> {
  const script = parseScript(`: ${text}`);
  return script ? wordsOf(script) : [];
}

function wordsOf({ commands }: Script) {
  const command = commands[0]?.command;
  return command?.type === "Command"
    ? command.args.flatMap((word) => (word.type === "Word" ? [word] : []))
    : [];
}

function runNested(
  { text, carries }: Pick<Value, "text" | "carries">,
  {
    state,
    language,
    spanOf,
  }: { readonly state: State; readonly language: Language; readonly spanOf?: Commands["spanOf"] },
): void {
  const { source, isQuoted, read } = state.surroundings;
  const outer = {
    source,
    span: state.span,
    spanOf,
    setting: state.commands.setting,
    isQuoted: isQuoted(state.span),
    carries: mergeCarries(carries, state.inherited),
  };
  for (const action of readNested(outer, { text, language }, read)) {
    if (state.actions.length < scanLimits.actions) state.actions.push(action);
  }
}
