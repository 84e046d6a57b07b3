/**
 * The expression that a case's pattern stands for, or why there is none. `^` and `$` are the ends of lines: outputs have
 * many. Only its grammar is looked at; how long it takes on some output is for whoever tries it to bound.
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
