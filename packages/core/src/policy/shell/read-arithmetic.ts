import { match, type ShellSource, unreadable } from "./shell-source.ts";

/** Values of the shell that are numbers. */
const counters = /^(?:BASHPID|COLUMNS|EPOCHSECONDS|EUID|LINENO|LINES|OPTIND|PPID|RANDOM|SECONDS|SHLVL|UID)$/;
/** Variables the shell or programs use are not set to numbers; `PATH=1` would be a folder. */
const settable = /^(?:[a-z][a-z0-9_]*|[A-Z][A-Z0-9_]*_?(?:COUNT|INDEX|NUM|TOTAL|TRIES)|[A-Z])$/;

const number = /(?:0[xX][\da-fA-F]+|\d+)(?![\w#.])/y;
const name = /\$?[A-Za-z_]\w*|\$\{#?[A-Za-z_]\w*\}/y;
const special = /\$[#?$]|\$\{#\}/y;
const sign = /[\s+*/%<>=!&|^~?:,-]+/y;
const assigned = /\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)|\s*(?:\+\+|--)/y;

/**
 * An arithmetic expression up to its closing parentheses, which are not consumed. A variable counts only if the line
 * has set it, and to numbers: the shell evaluates its value in turn, including commands in a subscript.
 */
export function readArithmetic(source: ShellSource, { until }: { readonly until: ")" | ";" }): void {
  let open = 0;
  for (;;) {
    const character = source.text[source.at];
    if (character === undefined) unreadable("arithmetic that does not end");
    if (open === 0 && character === until) return;
    if (character === "(") open++;
    else if (character === ")" && --open < 0) unreadable("arithmetic that does not end");
    if (character === "(" || character === ")") source.at++;
    else if (match(source, sign) ?? match(source, number) ?? match(source, special)) continue;
    else readName(source);
  }
}

function readName(source: ShellSource): void {
  const found = match(source, name) ?? unreadable("arithmetic with more than numbers");
  if (found.startsWith("${#")) return;
  const variable = found.replace(/[${}]/g, "");
  const { numbers, counted } = source.names;
  const start = source.at;
  if (!found.startsWith("$") && match(source, assigned) !== undefined) {
    if (!settable.test(variable)) unreadable(`sets the variable ${variable}`);
    if (!numbers.has(variable)) numbers.set(variable, true);
  }
  source.at = start;
  if (counters.test(variable)) return;
  if (!numbers.has(variable)) unreadable("arithmetic with a variable that may hold a command");
  counted.add(variable);
}
