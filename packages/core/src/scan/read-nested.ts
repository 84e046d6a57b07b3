import type { Span } from "../text/span.ts";
import type { Action, Carried, Language, ReadActions, ScannedText, Setting } from "./evidence.ts";
import { scanLimits } from "./limits.ts";

/** Where a program's text stands in another text: as an argument, in a heredoc or in a string that is evaluated. */
export type Outer = {
  readonly source: ScannedText;
  readonly span: Span;
  /** Where a part of the program stands, if that is known better than for the program as a whole. */
  readonly spanOf?: ((inner: Span) => Span) | undefined;
  readonly setting: Setting;
  readonly isQuoted: boolean;
  /** Labels of the program's text itself, such as `decoded`. */
  readonly carries: readonly Carried[];
};

export type Inner = { readonly text: string; readonly language: Language };

/** Actions of a program inside the text of another, placed where the outer one stands; none beyond the nesting limit. */
export function readNested(outer: Outer, { text, language }: Inner, read: ReadActions): readonly Action[] {
  const { source, span, setting, isQuoted, carries } = outer;
  const spanOf = outer.spanOf ?? (() => span);
  const nesting = (source.nesting ?? 0) + 1;
  if (nesting > scanLimits.nesting || text.length > scanLimits.parsedCharacters) return [];
  const placeOf: ScannedText["placeOf"] = (inner) => source.placeOf(spanOf(inner));
  const actions = read({ ...source, text, language, nesting, placeOf });
  const moved = new Map<Action, Action>();
  for (const action of actions) {
    const common = {
      source,
      span: spanOf(action.span),
      setting,
      isQuoted: isQuoted || action.isQuoted,
      carries: [...action.carries, ...carries],
    };
    moved.set(
      action,
      action.kind === "run"
        ? { ...action, ...common, input: moved.get(action.input ?? action) }
        : { ...action, ...common },
    );
  }
  return [...moved.values()];
}
