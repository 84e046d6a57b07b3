import { compileLinear, type LinearExpression } from "@skillwright/core/text";

/** Compiles a pattern, or explains why it is invalid. `^` and `$` match at line ends because outputs have many lines. */
export function compileExpression(pattern: string): LinearExpression | { readonly fault: string } {
  const expression = compileLinear(pattern, { multiline: true });
  if (typeof expression === "function") return expression;
  return { fault: `expected a regular expression: ${expression.fault}` };
}
