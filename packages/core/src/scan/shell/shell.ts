import type { Script } from "unbash";
import type { Action, Carried, Language } from "../evidence.ts";
import type { Body, Scope } from "./scope.ts";
import type { Value } from "./value.ts";

/** Data on its way to a command: what it is, and which command wrote it. */
export type Stream = { readonly value: Value; readonly from?: Action | undefined };

/** An action without what is the same for all of one command. */
export type Deed = WithoutCommon<Action>;
type WithoutCommon<Kind> = Kind extends Action
  ? Omit<Kind, "source" | "span" | "setting" | "language" | "isQuoted">
  : never;

/** The shell that reads one text: its state, and what commands need of it. */
export type Shell = {
  readonly scope: Scope;
  /** This shell with other variables, such as those of a subshell. */
  readonly within: (scope: Scope) => Shell;
  readonly report: (deed: Deed) => Action;
  /** Content of a file by what the text wrote to it, with labels by where it lies; reports that it is read. */
  readonly readFile: (path: Value) => Value;
  /** Reports that a file is created or changed, and remembers its content. */
  readonly writeFile: (path: Value, content: Value, isAppended?: boolean) => void;
  /** What an earlier command wrote to a file. */
  readonly written: (path: string) => Value | undefined;
  /** Runs a substitution in a scope within this one, and returns what it writes to standard output. */
  readonly runApart: (script: Script, input?: Stream) => Value;
  /** Runs a shell program that is a value, in this scope. */
  readonly runText: (program: Value, input?: Stream) => Value;
  /** Runs one command whose words are known. */
  readonly runWords: (words: readonly Value[], input?: Stream) => Value;
  readonly callFunction: (body: Body, args: readonly Value[], input: Stream | undefined) => Value;
  /** Reads a program in another language. */
  readonly runNested: (program: Value, language: Language) => void;
  /** The fields of words that stand in another text, such as those that braces make. */
  readonly readWords: (text: string) => readonly Value[];
  /** Counts a step into the syntax tree; false beyond the bounds. Each `true` needs a `leave`. */
  readonly enter: () => boolean;
  readonly leave: () => void;
  /** Runs something once more, within narrower bounds. */
  readonly repeat: <Result>(run: () => Result) => Result;
  /** Counts work on a value of this length; false if there was too much. */
  readonly spend: (length: number) => boolean;
  /** Functions to read at the end if nothing calls them. */
  readonly uncalled: Map<Body, Scope>;
  /** Marks where the next actions stand in the text. */
  readonly at: (node: { readonly pos: number; readonly end: number }) => void;
  /** Numbers of open files, such as 3 after `exec 3<>/dev/tcp/…`. */
  readonly descriptors: Map<number, Value>;
};

/** A simple command with its words read and its wrappers removed. */
export type Command = {
  readonly program: string;
  /** Words after the program. */
  readonly args: readonly Value[];
  readonly wrappers: readonly string[];
  readonly input: Stream | undefined;
  /** Labels of standard input. */
  readonly received: readonly Carried[];
  /** The action that starts it. */
  readonly action: Action;
};

/** What a program does beyond being started; returns its standard output, undefined for what went in. */
export type Effect = (command: Command, shell: Shell) => Value | undefined;
