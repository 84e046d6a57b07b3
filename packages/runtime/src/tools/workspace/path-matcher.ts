import { SkillError } from "@skillwright/core";
import { compileGlob, expandBraces } from "@skillwright/core/text";

/** A predicate for relative paths from a pattern such as `src/*.{js,ts}`. */
export function createPathMatcher(pattern: string): (path: string) => boolean {
  const choices = expandBraces(pattern);
  if (choices === undefined)
    throw new SkillError("tool-input-invalid", {
      reason: `Invalid pattern ${pattern}; it may contain *, **, ? and {a,b}`,
    });
  const matchers = choices.map((choice) => compileGlob(choice, { whole: true }));
  return (path) => matchers.some((matches) => matches(path));
}
