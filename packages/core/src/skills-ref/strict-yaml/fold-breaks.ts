import { breakText } from "./characters.ts";

/** A line break inside a plain or quoted value becomes a space unless empty lines follow. */
export function foldBreaks(first: string, following: string): string {
  if (breakText(first) !== "\n") return first + following;
  return following === "" ? " " : following;
}
