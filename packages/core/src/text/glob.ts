import { limits } from "../limits.ts";

/**
 * A predicate for paths and everything below them: `*` and `?` match inside one segment, `**` matches any segments.
 * Takes at most time proportional to pattern length times path length.
 */
export function compileGlob(pattern: string, options: GlobOptions = {}): (path: string) => boolean {
  const parts = pattern.split("/").filter((part) => part !== "" && part !== ".");
  return (path) => parts.length > 0 && matchParts(parts, path.split("/"), options);
}

export type GlobOptions = {
  /** Match only the paths themselves, nothing below them. */
  readonly whole?: boolean;
};

/** Follows every path through the pattern at once; `places` are the segments that may come next. */
function matchParts(
  pattern: readonly string[],
  path: readonly string[],
  { whole = false }: GlobOptions,
): boolean {
  let places = new Set([0]);
  for (const [at, part] of path.entries()) {
    const next = new Set<number>();
    for (const place of places) {
      const wanted = pattern[place] ?? "";
      // `**` may match nothing, except at the end, where it needs something below.
      if (wanted === "**" && place + 1 < pattern.length) places.add(place + 1);
      if (wanted === "**") next.add(place);
      if (wanted === "**" || matchPart(Array.from(wanted), Array.from(part))) next.add(place + 1);
    }
    if (next.has(pattern.length) && (!whole || at + 1 === path.length)) return true;
    places = next;
  }
  return false;
}

/** On a mismatch the last `*` takes one more character; earlier ones never need to change. */
function matchPart(pattern: readonly string[], part: readonly string[]): boolean {
  let at = 0;
  let star = -1;
  let taken = 0;
  for (let index = 0; index < part.length; ) {
    if (pattern[at] === "*") {
      star = at++;
      taken = index;
    } else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === part[index])) {
      at++;
      index++;
    } else if (star !== -1) {
      at = star + 1;
      index = ++taken;
    } else return false;
  }
  return pattern.slice(at).every((mark) => mark === "*");
}

/** Expands `*.{ts,tsx}` to `*.ts` and `*.tsx`; undefined if the pattern is too large or not supported. */
export function expandBraces(pattern: string): readonly string[] | undefined {
  if (pattern.length > limits.pathPatternCharacters) return undefined;
  let choices: readonly string[] = [pattern];
  while (choices.some((choice) => innermostBraces.test(choice))) {
    choices = choices.flatMap(expandOnce);
    if (choices.length > limits.pathPatternChoices) return undefined;
  }
  return choices.some((choice) => foreignMarks.test(choice)) ? undefined : choices;
}

/** Unsupported syntax: negation, classes, extended globs, escapes, unbalanced braces. */
const foreignMarks = /[![\](){}\\]/;

const innermostBraces = /\{([^{}]*)\}/;

function expandOnce(choice: string): readonly string[] {
  const found = innermostBraces.exec(choice);
  if (found === null) return [choice];
  const before = choice.slice(0, found.index);
  const after = choice.slice(found.index + found[0].length);
  return (found[1] ?? "").split(",").map((part) => before + part + after);
}
