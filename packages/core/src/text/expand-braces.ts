import { limits } from "../limits.ts";

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
