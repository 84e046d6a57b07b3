import { limits } from "../limits.ts";
import { compileGlob } from "../text/glob.ts";
import { remember } from "./remember.ts";

/**
 * Whether a skill with `paths` applies to the files at hand, as Claude Code and Qwen Code do it: a skill with
 * patterns waits until a file matches one. Files and patterns are relative to the project, with `/`.
 *
 * Who does not say which files are at hand (`undefined`, unlike an empty list) cannot tell either way and is offered
 * the skill. So is everybody when there is a pattern in a dialect not known here: nothing is left out by a guess.
 */
export function createPathCondition(
  files: readonly string[] | undefined,
): (patterns: readonly string[]) => boolean {
  if (files === undefined) return () => true;
  const paths = files.map((file) => file.replace(/^(?:\.\/)+/, ""));
  const isMet = remember((pattern) => {
    const choices = expandBraces(pattern);
    return choices === undefined || choices.some((choice) => paths.some(compileGlob(choice)));
  });
  return (patterns) => patterns.length === 0 || patterns.length > limits.pathPatterns || patterns.some(isMet);
}

/** Marks that are left when braces are gone: negation, classes, extended globs, escapes, half a brace. */
const foreignMarks = /[![\](){}\\]/;

/** `*.{ts,tsx}` as `*.ts` and `*.tsx`; undefined when the pattern is too much or not understood. */
function expandBraces(pattern: string): readonly string[] | undefined {
  if (pattern.length > limits.pathPatternCharacters) return undefined;
  let choices: readonly string[] = [pattern];
  while (choices.some((choice) => innermostBraces.test(choice))) {
    choices = choices.flatMap(expandOnce);
    if (choices.length > limits.pathPatternChoices) return undefined;
  }
  return choices.some((choice) => foreignMarks.test(choice)) ? undefined : choices;
}

const innermostBraces = /\{([^{}]*)\}/;

function expandOnce(choice: string): readonly string[] {
  const found = innermostBraces.exec(choice);
  if (found === null) return [choice];
  const before = choice.slice(0, found.index);
  const after = choice.slice(found.index + found[0].length);
  return (found[1] ?? "").split(",").map((part) => before + part + after);
}
