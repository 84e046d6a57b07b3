import type { Carried } from "../evidence.ts";

/** What a word, a variable or a stream of bytes is, as far as reading shows. */
export type Value = {
  /** Unknown parts stand as they are written, such as `$HOME`. */
  readonly text: string;
  readonly isKnown: boolean;
  readonly carries: readonly Carried[];
  /** Its commands were read when it was written to a file. */
  readonly isRead?: boolean | undefined;
  /** What a process substitution yields when it is read as a file. */
  readonly content?: Value | undefined;
  /** Takes what is written to a process substitution. */
  readonly sink?: ((content: Value) => void) | undefined;
};

/** Longest text of one value; a shell can double a variable in every line. */
const maxLength = 524_288;
/** Labels of one value. */
const maxLabels = 24;

export function constant(text: string): Value {
  return { text, isKnown: true, carries: [] };
}

/** A value that only the run decides, written as in the text. */
export function unknown(text: string, carries: readonly Carried[] = []): Value {
  return { text: text.length > 200 ? `${text.slice(0, 200)}…` : text, isKnown: false, carries };
}

export const empty: Value = constant("");

export function concat(first: Value, second: Value): Value {
  if (first.text === "" && first.isKnown && first.carries.length === 0) return second;
  if (first.text.length + second.text.length > maxLength)
    return unknown(first.text.slice(0, 200), mergeCarries(first.carries, second.carries));
  return {
    text: first.text + second.text,
    isKnown: first.isKnown && second.isKnown,
    carries: mergeCarries(first.carries, second.carries),
    content: first.content ?? second.content,
    sink: first.sink ?? second.sink,
  };
}

export function withLabels(value: Value, carries: readonly Carried[]): Value {
  return carries.length === 0 ? value : { ...value, carries: mergeCarries(value.carries, carries) };
}

export function mergeCarries(first: readonly Carried[], second: readonly Carried[]): readonly Carried[] {
  if (second.length === 0) return first;
  if (first.length === 0) return second.length > maxLabels ? second.slice(0, maxLabels) : second;
  const merged = [...first];
  for (const carried of second) {
    if (merged.length >= maxLabels) break;
    if (!merged.some(({ label, from }) => label === carried.label && from === carried.from))
      merged.push(carried);
  }
  return merged;
}

export function allCarries(values: readonly Value[]): readonly Carried[] {
  return values.reduce<readonly Carried[]>((all, { carries }) => mergeCarries(all, carries), []);
}

/** The word as an action states it: undefined if nothing of it is known. */
export function wordText({ text, isKnown }: Value): string | undefined {
  return isKnown || /[\w/.:]/.test(text.replace(/\$(?:\w{1,80}|[({][^)}]{0,200}[)}]?|.)|`[^`]{0,200}`?/g, ""))
    ? text
    : undefined;
}
