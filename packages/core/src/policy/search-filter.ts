import { limits } from "../limits.ts";
import { expandBraces } from "../text/glob.ts";
import { foldPath } from "./path-pattern.ts";

/** Which files a search covers: `*.ts`, `src/**`, `.env`. */
export type SearchFilter = {
  /**
   * Whether it targets files or folders of this folded name (wildcards allowed) rather than a broad set that happens to
   * include them.
   */
  readonly mayName: (name: string) => boolean;
};

/** Reads the filters of one search, each possibly several separated by spaces or commas. */
export function readSearchFilter(filters: readonly string[]): SearchFilter {
  const names = readNames(filters.join(" "));
  return {
    mayName: (name) => name !== "" && (names === undefined || names.some((one) => points(one, name))),
  };
}

/** Every part of every choice; undefined if there are too many or one is unclear. */
function readNames(text: string): readonly string[] | undefined {
  const choices: string[] = [];
  for (const glob of splitGlobs(text)) {
    // Exclusions are not searched.
    if (glob.startsWith("!")) continue;
    const expanded = expandBraces(foldPath(withoutSets(glob).replace(/\\(.)/g, "$1")));
    if (expanded === undefined || choices.length > limits.pathPatternChoices) return undefined;
    choices.push(...expanded);
  }
  return choices.flatMap((choice) => choice.split("/")).filter((part) => !/^(?:\*+|\.{0,2})$/.test(part));
}

/** `[a-z]` matches one character, like `?`. An open set stays, which makes the filter unclear. */
function withoutSets(glob: string): string {
  let plain = "";
  let at = 0;
  for (;;) {
    const open = glob.indexOf("[", at);
    // A set has at least one member, so a `]` that comes first is one.
    const close = open === -1 ? -1 : glob.indexOf("]", open + (glob[open + 1] === "!" ? 3 : 2));
    if (close === -1) return plain + glob.slice(at);
    plain += `${glob.slice(at, open)}?`;
    at = close + 1;
  }
}

/** Splits at spaces and at commas outside braces, as Claude Code does. */
function splitGlobs(text: string): readonly string[] {
  return text.match(/(?:\{[^{}]*\}|[^\s,])+/g) ?? [];
}

/**
 * `*.json` is a broad set and does not target `secrets.json`, but `*.env` targets `.env`; nor does `test_*` target
 * `*.pem`.
 */
function points(part: string, name: string): boolean {
  const isKind = part.startsWith("*") && !name.startsWith("*");
  if (isKind && afterStars(part).length < name.length) return false;
  if (part.endsWith("*") && name.startsWith("*") && !part.includes(afterStars(name))) return false;
  return canOverlap(Array.from(part), Array.from(name));
}

function afterStars(pattern: string): string {
  return pattern.replace(/^\*+/, "");
}

/** Whether some text matches both patterns. Time is the product of their lengths. */
function canOverlap(one: readonly string[], other: readonly string[]): boolean {
  // For each position in `other`: whether both can have come this far.
  let places = reach(other, [true]);
  for (const mark of one) {
    const next: boolean[] = [];
    for (let at = 0; at <= other.length; at++) {
      const here = places[at] === true;
      const before = places[at - 1] === true;
      if (mark === "*") next[at] = here || next[at - 1] === true;
      else next[at] = (here && other[at] === "*") || (before && fits(mark, other[at - 1] ?? ""));
    }
    places = reach(other, next);
  }
  return places[other.length] === true;
}

/** A star may match nothing. */
function reach(pattern: readonly string[], places: readonly boolean[]): boolean[] {
  const reached = [...places];
  for (let at = 0; at < pattern.length; at++) if (reached[at] && pattern[at] === "*") reached[at + 1] = true;
  return reached;
}

function fits(mark: string, other: string): boolean {
  return mark === other || mark === "?" || other === "?";
}
