import { compact, printable } from "@skillwright/core/text";
import { type EvalDialect, runsLimits, scenariosLimits } from "@skillwright/evals";

import type { NetworkAccess } from "@skillwright/runtime/sandbox";
import { type Flags, type Invocation, UsageError } from "../../command.ts";
import { readInteger, readSeconds } from "../../input/read-numbers.ts";

import { modelFlags } from "../../models/read-model-request.ts";
import {
  accessFlags,
  readNetworkAccess,
  readSandboxChoice,
  type SandboxChoice,
} from "../../session/program-access.ts";

/** The options of `eval`, from its flags. */
export type EvalOptions = {
  /** The kinds of evals to run. */
  readonly kinds: readonly EvalKind[];
  readonly runs: number;
  /** `without`, `none`, `previous`, or a folder. */
  readonly baseline: string;
  /** Ids of the evals to run; empty means all. */
  readonly only: readonly string[];
  readonly judge: JudgeChoice;
  readonly blind: boolean;
  readonly jobs: number;
  readonly timeoutSeconds?: number;
  readonly maxSteps?: number;
  readonly workspace?: string;
  readonly dialect: EvalDialect;
  readonly fresh: boolean;
  readonly seed: number;
  /** Folders of skills to list with the skill; by default those next to it on disk. */
  readonly neighbors: readonly string[] | "beside";
  readonly threshold: number;
  readonly sandbox: SandboxChoice;
  readonly network: NetworkAccess;
  readonly planOnly: boolean;
  readonly yes: boolean;
  /** Dollars after which no new run starts. */
  readonly maxCost?: number;
  /** The minimum pass rate, from 0 to 1. */
  readonly failUnder?: number;
  readonly json: boolean;
  readonly quiet: boolean;
};

type EvalKind = "outputs" | "triggers";
/** Which model judges; by default the one that performs the tasks. */
export type JudgeChoice =
  | { readonly kind: "same" }
  | { readonly kind: "none" }
  | { readonly kind: "named"; readonly name: string };

export const evalFlags: Flags = {
  ...modelFlags,
  judge: {
    type: "string",
    value: "NAME",
    help: "Model that grades, or none for no judge (default: the model of --model).",
  },
  runs: { type: "string", short: "n", value: "N", help: "Runs of each eval on each side (default: 3)." },
  baseline: {
    type: "string",
    value: "WHAT",
    help: "Compare with: without (the skill), previous, none, or a folder (default: without).",
  },
  eval: { type: "string", value: "ID", help: "Run only this eval; can be repeated." },
  outputs: { type: "boolean", help: "Run only the output evals (evals.json, cases)." },
  triggers: { type: "boolean", help: "Run only the trigger evals (eval_queries.json)." },
  blind: { type: "boolean", help: "Also let the judge compare both sides blindly." },
  neighbors: {
    type: "string",
    value: "DIR",
    alias: "neighbours",
    help: "Other skills to list with it, or none; can be repeated.",
  },
  threshold: {
    type: "string",
    value: "RATE",
    help: "Share of runs that counts as triggered (default: 0.5).",
  },
  iterations: {
    type: "string",
    value: "N",
    help: "With optimize: number of descriptions to try (default: 5).",
  },
  write: { type: "boolean", help: "With optimize: write the best description to SKILL.md." },
  workspace: { type: "string", value: "DIR", help: "Folder for results (default: SKILL-workspace)." },
  dialect: {
    type: "string",
    value: "NAME",
    help: "Format of the result files: skill-creator (default) or guide.",
  },
  fresh: { type: "boolean", help: "Ignore earlier results and run everything again." },
  plan: { type: "boolean", help: "Show what would run and what it may cost, then exit." },
  yes: { type: "boolean", short: "y", help: "Start without asking." },
  "max-cost": { type: "string", value: "DOLLARS", help: "Start no new run once this much is spent." },
  "fail-under": { type: "string", value: "RATE", help: "Exit with 1 when the pass rate is lower." },
  jobs: { type: "string", short: "j", value: "N", help: "Number of concurrent runs (default: 4)." },
  timeout: { type: "string", value: "SECONDS", help: "Time limit of each run (default: 600)." },
  "max-steps": { type: "string", value: "N", help: "Maximum number of agent steps in each run." },
  seed: { type: "string", value: "N", help: "Seed for sampling (default: 42)." },
  output: { type: "string", short: "o", value: "FILE", help: "With report: where to write the page." },
  serve: { type: "boolean", help: "With report: serve the page on this machine and save feedback." },
  json: { type: "boolean", help: "Print a machine-readable report at the end." },
  quiet: { type: "boolean", short: "q", help: "Print only the result, warnings and errors." },
  ...accessFlags,
};

export async function readEvalOptions(invocation: Invocation): Promise<EvalOptions> {
  const timeoutMs = readSeconds("timeout", invocation);
  const maxSteps = readInteger(invocation, "max-steps", { least: 1, most: scenariosLimits.mostAgentSteps });
  const maxCost = readAmount(invocation, "max-cost", { most: 1_000_000 });
  const failUnder = readAmount(invocation, "fail-under", { most: 1 });
  const workspace = readWord(invocation, "workspace");
  return {
    kinds: readKinds(invocation),
    runs: readInteger(invocation, "runs", { least: 1, most: runsLimits.evalRuns }) ?? 3,
    baseline: readWord(invocation, "baseline") ?? "without",
    only: invocation.options("eval"),
    judge: readJudge(invocation),
    blind: invocation.flag("blind"),
    jobs: readInteger(invocation, "jobs", { least: 1, most: 64 }) ?? 4,
    dialect: readDialect(invocation),
    fresh: invocation.flag("fresh"),
    seed: readInteger(invocation, "seed", { least: 0, most: 999_999 }) ?? 42,
    neighbors: readNeighbors(invocation),
    threshold: readThreshold(invocation),
    sandbox: readSandboxChoice(invocation),
    network: await readNetworkAccess(invocation),
    planOnly: invocation.flag("plan"),
    yes: invocation.flag("yes"),
    json: invocation.flag("json"),
    quiet: invocation.flag("quiet"),
    ...(timeoutMs === undefined ? {} : { timeoutSeconds: timeoutMs / 1000 }),
    ...compact({ maxSteps, workspace, maxCost, failUnder }),
  };
}

function readKinds(invocation: Invocation): readonly EvalKind[] {
  const kinds: readonly EvalKind[] = ["outputs", "triggers"];
  const named = kinds.filter((kind) => invocation.flag(kind));
  if (named.length > 0) return named;
  // Naming evals excludes the queries.
  return invocation.options("eval").length > 0 ? ["outputs"] : kinds;
}

function readJudge(invocation: Invocation): JudgeChoice {
  const name = readWord(invocation, "judge");
  if (name === "none" && invocation.flag("blind"))
    throw new UsageError("--blind needs a judge; remove --blind or --judge none.");
  if (name === undefined) return { kind: "same" };
  return name === "none" ? { kind: "none" } : { kind: "named", name };
}

function readThreshold(invocation: Invocation): number {
  const threshold = readAmount(invocation, "threshold", { most: 1 }) ?? 0.5;
  if (threshold > 0 && threshold < 1) return threshold;
  throw new UsageError("--threshold must be greater than 0 and less than 1.");
}

function readDialect(invocation: Invocation): EvalDialect {
  const name = invocation.option("dialect") ?? "skill-creator";
  if (name === "guide" || name === "skill-creator") return name;
  throw new UsageError(`--dialect must be skill-creator or guide; found '${printable(name)}'.`);
}

function readNeighbors(invocation: Invocation): EvalOptions["neighbors"] {
  const words = invocation.options("neighbors");
  if (words.length === 0) return "beside";
  if (words.includes("")) throw new UsageError("--neighbors needs a folder; found ''.");
  if (!words.includes("none")) return words;
  if (words.length === 1) return [];
  throw new UsageError("--neighbors none cannot be combined with other --neighbors.");
}

function readWord(invocation: Invocation, flag: string): string | undefined {
  const word = invocation.option(flag);
  if (word?.trim() === "") throw new UsageError(`--${flag} needs a value; found '${printable(word)}'.`);
  return word;
}

function readAmount(
  invocation: Invocation,
  flag: string,
  { most }: { readonly most: number },
): number | undefined {
  const text = invocation.option(flag);
  if (text === undefined) return undefined;
  const amount = /^\d{1,7}(?:\.\d{1,6})?$/.test(text) ? Number(text) : -1;
  if (amount >= 0 && amount <= most) return amount;
  throw new UsageError(`--${flag} must be a number from 0 to ${most}; found '${printable(text)}'.`);
}
