import { types } from "node:util";
import { createContext, Script } from "node:vm";
import { SkillError } from "@skillwright/core";
import { toolsLimits } from "../limits.ts";

/** Numbers, from 1, of the matching lines. */
export type LineMatcher = (lines: readonly string[]) => readonly number[];

/**
 * Matches the lines of one file at a time. Some expressions take ages on some lines; V8 can interrupt an expression
 * only inside a script with a timeout, so it runs as one.
 */
export function createLineMatcher(pattern: string, options: { readonly ignoreCase: boolean }): LineMatcher {
  const expression = compile(pattern, options.ignoreCase ? "i" : "");
  let matched: number[] = [];
  let lines: readonly string[] = [];
  const matchAll = (): void => {
    matched = [];
    for (const [index, line] of lines.entries())
      if (expression.test(line.slice(0, toolsLimits.grepLineCharacters))) matched.push(index + 1);
  };
  const context = createContext({ matchAll });
  const script = new Script("matchAll()");
  return (next) => {
    lines = next;
    try {
      script.runInContext(context, { timeout: toolsLimits.expressionMs });
    } catch (error) {
      throw toSkillError(error);
    }
    return matched;
  };
}

function compile(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    throw toSkillError(error);
  }
}

/** An expression may turn out invalid or too large only on first use. A script's errors belong to another realm. */
function toSkillError(error: unknown): unknown {
  if (!types.isNativeError(error)) return error;
  if (error.name === "SyntaxError" || error.name === "RangeError")
    return new SkillError("tool-input-invalid", { reason: `Invalid pattern: ${error.message}` });
  if ("code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT")
    return new SkillError("tool-timed-out", { what: "the pattern takes too long; simplify it" });
  return error;
}
