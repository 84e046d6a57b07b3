import type { Span } from "../../../text/span.ts";
import type { ConnectAction, Label, Language, ReadActions, ScannedText } from "../../evidence.ts";
import type { ActionLog } from "./log-actions.ts";
import type { ClassCode, Expression, FunctionCode, Statement } from "./tree.ts";
import type { Closure, Labels, Scope, Value } from "./value.ts";

/** One text that is followed: what it has done so far, and what may still be spent on it. */
export type Machine = {
  readonly source: ScannedText;
  readonly read: ReadActions;
  readonly table: LanguageTable;
  readonly globals: Scope;
  readonly log: ActionLog;
  /** Content of files that the program wrote. */
  readonly files: Map<string, Value>;
  /** Environment variables that the program set. */
  readonly environment: Map<string, Value>;
  /** How often each function was followed. */
  readonly calls: Map<FunctionCode | ClassCode, number>;
  /** Functions in the order of their definitions, with the object of methods. */
  readonly defined: Map<FunctionCode, { readonly closure: Closure; readonly self?: Value | undefined }>;
  /** Functions that nothing in the text calls. */
  readonly uncalled: Set<FunctionCode>;
  readonly classes: Map<ClassCode, Value>;
  /** Branches that a constant condition kept from running. */
  readonly skipped: Map<readonly Statement[], Frame>;
  /** Handlers that run once more after the program. */
  readonly later: (() => void)[];
  readonly executed: Set<readonly Statement[]>;
  readonly budget: Budget;
  /** How deep the following stands. */
  level: number;
  /** Labels of a connection that standard input and output were moved to. */
  standardInput: Labels;
  /** Data with an origin was put where other functions find it. */
  hasStored: boolean;
  readonly evaluate: (expression: Expression, frame: Frame) => Value;
  readonly execute: (statements: readonly Statement[], frame: Frame) => Signal;
  readonly call: (callee: Value, call: Call) => Value;
  readonly getNamed: (name: string) => Value;
  readonly getMember: (object: Value, name: string) => Value;
  readonly getItem: (object: Value, index: Value) => Value;
  readonly defineClass: (code: ClassCode, frame: Frame) => Value;
};

export type Budget = {
  /** Rounds of loops. */
  rounds: number;
  /** Characters and elements of constants. */
  folded: number;
};

export type Signal = "return" | "break" | "continue" | undefined;

export type Frame = {
  readonly scope: Scope;
  result: Value | undefined;
  /** Inside how many branches and loops that may not run. */
  uncertain: number;
  readonly isQuoted: boolean;
};

export type Call = {
  readonly span: Span;
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  readonly frame: Frame;
  /** The object of a method. */
  readonly self?: Value | undefined;
  /** Labels of the function's name, where it was put together. */
  readonly via?: Labels | undefined;
};

/** What calls of a library's function mean; rows are data, folds compute what is constant. */
export type Effect = {
  readonly connect?: ConnectAction["direction"];
  /** A list of words, a line for the shell, or either. */
  readonly run?: "words" | "shell" | "either";
  readonly evaluate?: string;
  readonly read?: true;
  readonly write?: true;
  readonly remove?: true;
  /** Which argument is the address, path, command or code; the first that is there. */
  readonly at?: readonly Selector[];
  readonly content?: readonly Selector[];
  /** Labels of what it returns. */
  readonly gives?: Label;
  readonly from?: string;
  /** What it returns says nothing about its arguments. */
  readonly drops?: true;
  readonly fold?: Fold;
  readonly returns?: string;
};

/** A position, the name of a keyword or option, or the method's object. */
export type Selector = number | string;

export type Fold = (call: Call, machine: Machine) => Value | undefined;

export type LanguageTable = {
  readonly language: Language;
  /** By dotted name. */
  readonly functions: ReadonlyMap<string, Effect>;
  /** By the name of the method, for objects of unknown kind. */
  readonly methods: ReadonlyMap<string, Effect>;
  /** What is read without a call: `os.environ`, `process.env`. */
  readonly members: ReadonlyMap<string, Effect>;
  readonly canonicalName: (name: string) => string;
  /** What an element of a library's value is, such as `os.environ["HOME"]`. */
  readonly itemOf: (machine: Machine, object: Value, key: string) => Value | undefined;
  /** Method that makes an object of a class. */
  readonly initializer: string;
};

/** Takes from the budget; false if it is used up. */
export function spend(budget: Budget, kind: "rounds" | "folded", amount: number): boolean {
  if (budget[kind] < amount) return false;
  budget[kind] -= amount;
  return true;
}

export function argument(call: Call, selectors: readonly Selector[] | undefined): Value | undefined {
  for (const selector of selectors ?? [0]) {
    if (selector === "this") return call.self;
    if (selector === "last") return call.args.at(-1);
    const found = typeof selector === "number" ? call.args[selector] : optionOf(call, selector);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A keyword argument, or an entry of an object among the arguments. */
export function optionOf(call: Call, name: string): Value | undefined {
  const named = call.named.get(name);
  if (named) return named;
  for (const arg of call.args) {
    const field = arg.fields?.get(name);
    if (field && arg.code === undefined) return field;
  }
  return undefined;
}
