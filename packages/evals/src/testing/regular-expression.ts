import { types } from "node:util";
import { createContext, Script } from "node:vm";
import { toolsLimits } from "@skillwright/runtime";

/**
 * Whether an expression matches anywhere in a text; undefined when it ran out of time or stack. V8 can interrupt
 * an expression only inside a script that has a timeout, so it runs in one.
 */
export function tryExpression(expression: RegExp, text: string): boolean | undefined {
  let matches = false;
  const context = createContext({
    test: () => {
      matches = expression.test(text);
    },
  });
  try {
    new Script("test()").runInContext(context, { timeout: toolsLimits.expressionMs });
    return matches;
  } catch (error) {
    if (isTooMuch(error)) return undefined;
    throw error;
  }
}

/** Out of time or of stack. Errors of a script belong to another realm, so `instanceof` does not work. */
function isTooMuch(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  return error.name === "RangeError" || ("code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT");
}

/**
 * Compiles a pattern, or explains why it is invalid. `^` and `$` match at line ends because outputs have many
 * lines. The caller must bound how long the expression runs.
 */
export function compileExpression(pattern: string): RegExp | { readonly fault: string } {
  try {
    return new RegExp(pattern, "m");
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const [, why = error.message] = /^Invalid regular expression: .*: (.+)$/s.exec(error.message) ?? [];
    return { fault: `expected a regular expression: ${why}` };
  }
}
