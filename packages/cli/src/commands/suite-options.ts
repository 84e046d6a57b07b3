import { printable } from "@skillwright/core/text";
import { readShard, type Shard } from "@skillwright/evals";
import { type Flags, type Invocation, UsageError } from "../command.ts";
import type { ModelRequest } from "../models/open-model.ts";
import { suiteFormats } from "../reporters/suites/load-suite-formatter.ts";
import { readSandboxChoice, type SandboxChoice } from "./program-access.ts";
import { readSeconds } from "./read-seconds.ts";

/** How the cases of skills are to be run, from the flags. */
export type SuiteOptions = {
  readonly format: string;
  /** Stems of the cases to run; all when there are none. */
  readonly stems: readonly string[];
  readonly shard?: Shard;
  readonly sandbox: SandboxChoice;
  /** Times that a case that failed is tried again. */
  readonly retries: number;
  /** Cases at a time. */
  readonly jobs?: number;
  /** Instead of what the skills say. */
  readonly timeoutSeconds?: number;
  readonly update: boolean;
  /** The model that scenarios are run with; none is asked when absent. */
  readonly model?: ModelRequest;
  /** Keep what the model answers as recordings. */
  readonly record: boolean;
  readonly bail: boolean;
  readonly watch: boolean;
  /** Name the files that no case touches. */
  readonly coverage: boolean;
  /** Nothing to test is no failure. */
  readonly passWithNoTests: boolean;
};

export const suiteFlags: Flags = {
  case: {
    type: "string",
    value: "STEM",
    help: "Only this case, as the report names it, or a file of scenarios; may repeat.",
  },
  skill: { type: "string", value: "SKILL", help: "Another way to name a SKILL; may repeat." },
  format: { type: "string", value: "NAME", help: `Output: ${suiteFormats.join(", ")}.` },
  json: { type: "boolean", help: "Short for --format json." },
  update: { type: "boolean", short: "u", help: "Keep what cases write now as their snapshots." },
  model: {
    type: "string",
    value: "NAME",
    help: "Run scenarios with this model, such as sonnet or ollama/NAME, not with recordings.",
  },
  "base-url": { type: "string", value: "URL", help: "Server to ask, where it is not the provider's own." },
  record: { type: "boolean", help: "Keep what the model answers, so that scenarios run without one." },
  watch: { type: "boolean", short: "w", help: "Run the cases of a skill again whenever it changes." },
  coverage: { type: "boolean", help: "Name the scripts and references that no case touches." },
  bail: { type: "boolean", help: "Stop at the first case that fails." },
  retry: { type: "string", value: "N", help: "Try a case that failed up to N times more." },
  shard: {
    type: "string",
    value: "I/N",
    help: "Only the I-th of N equal parts, to share work among machines.",
  },
  jobs: {
    type: "string",
    short: "j",
    value: "N",
    help: "Cases to run at a time; what suits this machine when absent.",
  },
  timeout: {
    type: "string",
    value: "SECONDS",
    help: "For each case, instead of what test-config.json says.",
  },
  "pass-with-no-tests": { type: "boolean", help: "Exit with 0 when there is nothing to test." },
  sandbox: {
    type: "string",
    value: "NAME",
    help: "bubblewrap or sandbox-runtime; what suits this system when absent.",
  },
  "no-sandbox": { type: "boolean", help: "Run cases without a sandbox, free to do what you can." },
};

export function readSuiteOptions(invocation: Invocation): SuiteOptions {
  const format = readFormat(invocation);
  const shard = readPart(invocation.option("shard"));
  const jobs = readNumber(invocation, "jobs", { least: 1, most: 256 });
  const timeoutMs = readSeconds("timeout", invocation);
  const model = readModel(invocation);
  const options: SuiteOptions = {
    format,
    stems: invocation.options("case"),
    sandbox: readSandboxChoice(invocation),
    retries: readNumber(invocation, "retry", { least: 0, most: 10 }) ?? 0,
    update: invocation.flag("update"),
    record: invocation.flag("record"),
    bail: invocation.flag("bail"),
    watch: invocation.flag("watch"),
    coverage: invocation.flag("coverage"),
    passWithNoTests: invocation.flag("pass-with-no-tests"),
    ...(model === undefined ? {} : { model }),
    ...(shard === undefined ? {} : { shard }),
    ...(jobs === undefined ? {} : { jobs }),
    ...(timeoutMs === undefined ? {} : { timeoutSeconds: timeoutMs / 1000 }),
  };
  refuseContradictions(options);
  return options;
}

function readFormat(invocation: Invocation): string {
  const format = invocation.option("format");
  if (!invocation.flag("json")) return format ?? "text";
  if (format === undefined || format === "json") return "json";
  throw new UsageError(`--json and --format ${printable(format)} exclude each other.`);
}

/** Only who asks for a model gets one: a key in the environment must not make tests cost money. */
function readModel(invocation: Invocation): ModelRequest | undefined {
  const name = invocation.option("model");
  const baseUrl = invocation.option("base-url");
  if (name === undefined && baseUrl === undefined && !invocation.flag("record")) return undefined;
  return { ...(name === undefined ? {} : { name }), ...(baseUrl === undefined ? {} : { baseUrl }) };
}

function readPart(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined;
  const shard = readShard(text);
  if (shard) return shard;
  throw new UsageError(`--shard is a part of a whole, such as 2/4; found '${printable(text)}'.`);
}

function readNumber(
  invocation: Invocation,
  flag: string,
  { least, most }: { readonly least: number; readonly most: number },
): number | undefined {
  const text = invocation.option(flag);
  if (text === undefined) return undefined;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : -1;
  if (number >= least && number <= most) return number;
  throw new UsageError(`--${flag} is a number from ${least} to ${most}; found '${printable(text)}'.`);
}

function refuseContradictions({ watch, update, record, format }: SuiteOptions): void {
  if (!watch) return;
  if (format !== "text")
    throw new UsageError(`--watch never ends a report; leave it out, or --format ${format}.`);
  // What differs in each run, such as a time, would be written and seen as a change for ever.
  const writes = [...(update ? ["--update"] : []), ...(record ? ["--record"] : [])];
  if (writes.length > 0)
    throw new UsageError(`${writes.join(" and ")} writes what --watch waits for; leave one of them out.`);
}
