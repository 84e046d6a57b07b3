import { list } from "./risk-row.ts";

/**
 * A program that runs a script, and which of its options stand before that. Any other option may hold code, or make the
 * script's name its value.
 */
export type Interpreter = {
  /** Letters of options that stand alone. */
  readonly flags?: string;
  /** Letters of options that have a value, in the same word or the next. */
  readonly values?: string;
  /** Long options that stand alone, and those whose value is the next word. */
  readonly long?: readonly string[];
  readonly longValues?: readonly string[];
  /** The letter after which an installed module is named instead of a file. */
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
