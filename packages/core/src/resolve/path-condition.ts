import { limits } from "../limits.ts";
import { expandBraces } from "../text/expand-braces.ts";
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
