import { compact, printable } from "@skillwright/core/text";
import { type LiveModel, readShard, type Shard } from "@skillwright/evals";
import { type Flags, type Invocation, UsageError } from "../../command.ts";
import { readInteger, readSeconds } from "../../input/read-numbers.ts";
import type { Io } from "../../io.ts";
import type { ModelRequest } from "../../models/open-model.ts";
import { suiteFormats } from "../../reporters/suites/load-suite-formatter.ts";
import { installedOptions } from "../../session/installed-options.ts";
import { openPolicies } from "../../session/open-policies.ts";
import { readSandboxChoice, type SandboxChoice } from "../../session/program-access.ts";
import { secretValues } from "../../session/user-session.ts";

/** The options of `test`, from its flags. */
export type SuiteOptions = {
  readonly format: string;
  /** Stems of the cases to run; empty means all. */
  readonly stems: readonly string[];
  readonly shard?: Shard;
  readonly sandbox: SandboxChoice;
  /** How often to retry a failed case. */
  readonly retries: number;
  /** Number of concurrent cases. */
  readonly jobs?: number;
  /** Overrides the skills' settings. */
  readonly timeoutSeconds?: number;
  readonly update: boolean;
  /** The model for scenarios; absent means none. */
  readonly model?: ModelRequest;
  /** Save the model's answers as recordings. */
  readonly record: boolean;
  readonly bail: boolean;
  readonly watch: boolean;
  /** List the files that no case touches. */
  readonly coverage: boolean;
  /** Exit with 0 when there is nothing to test. */
  readonly passWithNoTests: boolean;
};

export const suiteFlags: Flags = {
  case: {
    type: "string",
    value: "STEM",
    help: "Run only this case, as named in the report, or a scenario file; can be repeated.",
  },
  skill: { type: "string", value: "SKILL", help: "Another way to name a SKILL; can be repeated." },
  format: { type: "string", value: "NAME", help: `Output: ${suiteFormats.join(", ")}.` },
  json: { type: "boolean", help: "Short for --format json." },
  update: { type: "boolean", short: "u", help: "Update snapshots with the current output." },
  model: {
    type: "string",
    value: "NAME",
    help: "Run scenarios with this model, such as sonnet or ollama/NAME, instead of recordings.",
  },
  "base-url": { type: "string", value: "URL", help: "Base URL of the provider, if not the default." },
  record: { type: "boolean", help: "Record the model's answers, so that scenarios can run without a model." },
  watch: { type: "boolean", short: "w", help: "Rerun the cases of a skill whenever it changes." },
  coverage: { type: "boolean", help: "List the scripts and references that no case touches." },
  bail: { type: "boolean", help: "Stop at the first failed case." },
  retry: { type: "string", value: "N", help: "Retry a failed case up to N times." },
  shard: {
    type: "string",
    value: "I/N",
    help: "Run only the I-th of N parts, to spread tests over machines.",
  },
  jobs: {
    type: "string",
    short: "j",
    value: "N",
    help: "Number of concurrent cases (default: depends on this machine).",
  },
  timeout: {
    type: "string",
    value: "SECONDS",
    help: "Time limit of each case; overrides test-config.json.",
  },
  "pass-with-no-tests": { type: "boolean", help: "Exit with 0 when there is nothing to test." },
  sandbox: {
    type: "string",
    value: "NAME",
    help: "bubblewrap or sandbox-runtime (default: depends on this system).",
  },
  "no-sandbox": { type: "boolean", help: "Run cases without a sandbox, with all your permissions." },
};

export function readSuiteOptions(invocation: Invocation): SuiteOptions {
  const format = readFormat(invocation);
  const shard = readPart(invocation.option("shard"));
  const jobs = readInteger(invocation, "jobs", { least: 1, most: 256 });
  const timeoutMs = readSeconds("timeout", invocation);
  const model = readModel(invocation);
  const options: SuiteOptions = {
    format,
    stems: invocation.options("case"),
    sandbox: readSandboxChoice(invocation),
    retries: readInteger(invocation, "retry", { least: 0, most: 10 }) ?? 0,
    update: invocation.flag("update"),
    record: invocation.flag("record"),
    bail: invocation.flag("bail"),
    watch: invocation.flag("watch"),
    coverage: invocation.flag("coverage"),
    passWithNoTests: invocation.flag("pass-with-no-tests"),
    ...compact({ model, shard, jobs }),
    ...(timeoutMs === undefined ? {} : { timeoutSeconds: timeoutMs / 1000 }),
  };
  refuseContradictions(options);
  return options;
}

function readFormat(invocation: Invocation): string {
  const format = invocation.option("format");
  if (!invocation.flag("json")) return format ?? "text";
  if (format === undefined || format === "json") return "json";
  throw new UsageError(`--json and --format ${printable(format)} cannot be combined.`);
}

/** A model must be requested explicitly: a key in the environment must not make tests cost money. */
function readModel(invocation: Invocation): ModelRequest | undefined {
  const name = invocation.option("model");
  const baseUrl = invocation.option("base-url");
  if (name === undefined && baseUrl === undefined && !invocation.flag("record")) return undefined;
  return { ...compact({ name, baseUrl }) };
}

function readPart(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined;
  const shard = readShard(text);
  if (shard) return shard;
  throw new UsageError(`--shard must be a part such as 2/4; found '${printable(text)}'.`);
}

function refuseContradictions({ watch, update, record, format }: SuiteOptions): void {
  if (!watch) return;
  if (format !== "text") throw new UsageError(`--watch cannot be combined with --format ${format}.`);
  // Their writes would trigger the watch forever.
  const writes = [...(update ? ["--update"] : []), ...(record ? ["--record"] : [])];
  if (writes.length > 0) throw new UsageError(`${writes.join(" and ")} cannot be combined with --watch.`);
}

/** Opens the model for scenarios; undefined when none was requested. */
export async function openLiveModel(
  { model: request, record }: SuiteOptions,
  invocation: Invocation,
  io: Io,
): Promise<LiveModel | undefined> {
  if (request === undefined) return undefined;
  const { openModel } = await import("../../models/open-model.ts");
  const { model, find } = await openModel(request, io.environment);
  const policy = await openPolicies(invocation, io);
  const installed = installedOptions(policy, io.place);
  return { model, find, isRecorded: record, policy, installed, secrets: secretValues(io.environment) };
}
