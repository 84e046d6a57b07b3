import { list } from "./risk-row.ts";

/**
 * A program that runs a script, and the options that may precede the script. Any other option may hold code, or take
 * the script's name as its value.
 */
export type Interpreter = {
  /** Letters of options without a value. */
  readonly flags?: string;
  /** Letters of options with a value, in the same word or the next. */
  readonly values?: string;
  /** Long options without a value, and those whose value is the next word. */
  readonly long?: readonly string[];
  readonly longValues?: readonly string[];
  /** The letter that introduces an installed module instead of a file. */
  readonly module?: string;
};

const node: Interpreter = {
  flags: "cv",
  values: "rC",
  long: list(
    "--check --enable-source-maps --experimental-strip-types --inspect --inspect-brk --no-deprecation",
    "--no-warnings --preserve-symlinks --test --test-only --trace-warnings --watch",
  ),
  longValues: list("--conditions --env-file --import --loader --require --test-reporter"),
};
const python: Interpreter = { flags: "bBdEIOPqRsStuvx", values: "WX", module: "m" };
const plain: Interpreter = {};

export const interpreters: ReadonlyMap<string, Interpreter> = new Map<string, Interpreter>([
  ["Rscript", { long: list("--vanilla --no-save") }],
  ["elixir", plain],
  ["groovy", plain],
  ["guile", plain],
  ["ipython", plain],
  ["julia", { flags: "q" }],
  ["lua", { flags: "vE", values: "l" }],
  ["luajit", plain],
  ["node", node],
  ["nodejs", node],
  ["perl", { flags: "acnpstTuUvwWX", values: "I" }],
  ["php", { flags: "lnqv" }],
  ["pypy", python],
  ["python", python],
  ["raku", plain],
  ["ruby", { flags: "aclnpsvwy", values: "CIr" }],
  ["tclsh", plain],
  ["ts-node", { values: "P", flags: "T" }],
  ["tsx", { long: list("--watch --no-warnings") }],
]);
