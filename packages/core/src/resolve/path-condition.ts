import { limits } from "../limits.ts";
import { compileGlob, expandBraces } from "../text/glob.ts";

import { remember } from "./remember.ts";

/**
 * Whether a skill with `paths` applies to the files in use, as in Claude Code and Qwen Code: a skill with patterns is
 * offered once a file matches one. Files and patterns are relative to the project, with `/`.
 *
 * When the files are unknown (`undefined`, unlike an empty list), or a pattern uses unsupported syntax, the skill
 * applies.
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
