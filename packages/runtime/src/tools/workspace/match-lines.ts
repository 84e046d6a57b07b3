import { SkillError } from "@skillwright/core";
import { compileLinear } from "@skillwright/core/text";
import { toolsLimits } from "../limits.ts";

/** Numbers, from 1, of the matching lines. */
export type LineMatcher = (lines: readonly string[]) => readonly number[];

/** Matches the lines of one file at a time. */
export function createLineMatcher(pattern: string, options: { readonly ignoreCase: boolean }): LineMatcher {
  const expression = compileLinear(pattern, options);
  if (typeof expression !== "function")
    throw new SkillError("tool-input-invalid", { reason: `Invalid pattern: ${expression.fault}` });
  return (lines) => {
    const work = { left: toolsLimits.grepWork };
    const matched: number[] = [];
    for (const [index, line] of lines.entries()) {
      const matches = expression(line.slice(0, toolsLimits.grepLineCharacters), work);
      if (matches === undefined)
        throw new SkillError("tool-timed-out", { what: "the pattern takes too long; simplify it" });
      if (matches) matched.push(index + 1);
    }
    return matched;
  };
}
