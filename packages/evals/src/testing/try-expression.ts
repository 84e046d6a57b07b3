import { types } from "node:util";
import { createContext, Script } from "node:vm";
import { limits } from "@skillwright/core";
import type { TryExpression } from "./judge-run.ts";

/**
 * Tries an expression for a bounded time. V8 can stop one only inside a script that has a time limit, so it runs as one.
 */
export const tryExpression: TryExpression = (expression, text) => {
  let matches = false;
  const context = createContext({
    test: () => {
      matches = expression.test(text);
    },
  });
  try {
    new Script("test()").runInContext(context, { timeout: limits.expressionMs });
    return matches;
  } catch (error) {
    if (isTooMuch(error)) return undefined;
    throw error;
  }
};

/** Out of time, or out of the room that an expression has to remember where it was. Errors of a script are of another realm. */
function isTooMuch(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  return error.name === "RangeError" || ("code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT");
}
