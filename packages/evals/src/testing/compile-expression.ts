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
