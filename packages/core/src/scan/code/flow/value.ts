import type { Carried, Label } from "../../evidence.ts";
import type { ClassCode, FunctionCode, Scalar } from "./tree.ts";

/** What is known of a value: its content where it is constant, its parts, what it is called, and where it comes from. */
export type Value = {
  readonly constant?: Scalar | undefined;
  /** A text with holes where only the run decides. */
  readonly isPartial?: boolean | undefined;
  /** A text whose items are numbers. */
  readonly isBytes?: boolean | undefined;
  /** Elements of a list; shared by all who hold it. */
  readonly items?: Value[] | undefined;
  /** Entries of a dictionary, an object, an instance or a class; shared by all who hold it. */
  readonly fields?: Map<string, Value> | undefined;
  /** Dotted name of a function of a library or of what it returned: `os.system`, `socket.socket()`. */
  readonly name?: string | undefined;
  readonly code?: Closure | undefined;
  readonly classCode?: ClassCode | undefined;
  /** The object that a method was taken from. */
  readonly self?: Value | undefined;
  /** What an open file, request or connection stands for: its path or address. */
  target?: Value | undefined;
  labels: Labels;
};

export type Labels = readonly Carried[];

export type Closure = { readonly code: FunctionCode; readonly scope: Scope };

export type Scope = {
  readonly values: Map<string, Value>;
  readonly parent?: Scope | undefined;
  /** Names that assignments look for in the scopes around this one. */
  outer?: Set<string>;
  /** Methods do not see the names of their class. */
  readonly isClass?: boolean;
};

export const noLabels: Labels = [];

/** More origins of one value are not told apart. */
const maxLabels = 32;

export const unknown: Value = { labels: noLabels };

export function constant(value: Scalar, labels: Labels = noLabels): Value {
  return { constant: value, labels };
}

export function bytes(text: string, labels: Labels = noLabels): Value {
  return { constant: text, isBytes: true, labels };
}

export function listOf(items: readonly Value[], labels: Labels = noLabels): Value {
  return { items: [...items], labels };
}

export function named(name: string, labels: Labels = noLabels): Value {
  return { name: name.slice(0, 160), labels };
}

export function withLabels(value: Value, labels: Labels): Value {
  if (labels.length === 0) return value;
  return { ...value, labels: joinLabels(value.labels, labels) };
}

export function labeled(value: Value, label: Label, from: string): Value {
  return withLabels(value, [{ label, from: from.slice(0, 200) }]);
}

export function joinLabels(left: Labels, right: Labels): Labels {
  if (right.length === 0 || left === right) return left;
  if (left.length === 0) return right;
  const added = right.filter(
    (one) => !left.some(({ label, from }) => one.label === label && one.from === from),
  );
  return added.length === 0 ? left : [...left, ...added].slice(0, maxLabels);
}

/** Values inside a value that are looked at. */
const mostInside = 512;

/** Labels of a value and of everything in it, to a bounded depth and number. */
export function labelsOf(value: Value): Labels {
  if (value.items === undefined && value.fields === undefined) return value.labels;
  let labels = noLabels;
  // A set is walked in the order of additions, those during the walk too.
  const seen = new Set([value]);
  for (const { labels: own, items, fields } of seen) {
    labels = joinLabels(labels, own);
    for (const part of [items, fields?.values()])
      for (const one of part ?? []) {
        if (seen.size >= mostInside) break;
        seen.add(one);
      }
  }
  return labels;
}

// Holes stand in texts between two private characters, so that a path shows `{name}` and a shell command `$name`.
const opening = "\uE000";
const closing = "\uE001";

export function hole(name: string): string {
  return `${opening}${name.replace(/\W+/g, "_").slice(0, 40)}${closing}`;
}

/** The text as a reader would write it. */
export function showHoles(text: string): string {
  return text.replaceAll(opening, "{").replaceAll(closing, "}");
}

/** The text as a shell's, where holes are variables. */
export function holesAsVariables(text: string): string {
  return text.replace(/\uE000(\w{0,40})\uE001/g, (_whole, name: string) => `\${${name || "value"}}`);
}

/** The value as text, with holes; undefined if nothing of it is known. */
export function textOf(value: Value): string | undefined {
  return typeof value.constant === "string" ? value.constant : undefined;
}

/** The text if all of it is known. */
export function wholeText(value: Value): string | undefined {
  return typeof value.constant === "string" && !value.isPartial ? value.constant : undefined;
}

/** Whether a condition holds; undefined if only the run decides. */
export function truthOf(value: Value): boolean | undefined {
  if (value.isPartial) return undefined;
  if (value.constant !== undefined) return Boolean(value.constant);
  return undefined;
}

export function isKnown({ constant, items, fields, name, code, classCode }: Value): boolean {
  return [constant, items, fields, name, code, classCode].some((part) => part !== undefined);
}

/** What a variable holds after a branch that may not have been taken. */
export function merge(before: Value | undefined, after: Value): Value {
  if (before === undefined || before === after) return after;
  const isEmpty = !isKnown(after) || after.constant === null || after.constant === "";
  const chosen = isEmpty && isKnown(before) ? before : after;
  return withLabels(chosen, joinLabels(before.labels, after.labels));
}
