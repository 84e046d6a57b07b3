import { printable } from "@skillwright/core/text";
import type { EvalDialect } from "@skillwright/evals";
import { runsLimits, scenariosLimits } from "@skillwright/evals";
import type { NetworkAccess } from "@skillwright/runtime/sandbox";
import { type Flags, type Invocation, UsageError } from "../command.ts";
import {
  accessFlags,
  readNetworkAccess,
  readSandboxChoice,
  type SandboxChoice,
} from "../commands/program-access.ts";
import { readSeconds } from "../commands/read-seconds.ts";
import { readWhole } from "../commands/read-whole.ts";
import { modelFlags } from "../models/read-model-request.ts";

/** How evals are to be run, from the flags. */
export type EvalOptions = {
  /** Which of the two kinds; both where a skill has both. */
  readonly kinds: readonly EvalKind[];
  readonly runs: number;
  /** `without`, `none`, `previous`, or a folder. */
  readonly baseline: string;
  /** Ids of the evals to run; all when there are none. */
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
  /** Folders of skills that are listed beside the skill; those beside it on the disk when nothing is said. */
  readonly neighbours: readonly string[] | "beside";
  readonly threshold: number;
  readonly sandbox: SandboxChoice;
  readonly network: NetworkAccess;
  readonly planOnly: boolean;
  readonly yes: boolean;
  /** Dollars after which no further run begins. */
  readonly maxCost?: number;
  /** A pass rate below it is a failure; from 0 to 1. */
  readonly failUnder?: number;
  readonly json: boolean;
  readonly quiet: boolean;
};

type EvalKind = "outputs" | "triggers";
/** The model's name; the one that does the work when nothing is said. */
export type JudgeChoice =
  | { readonly kind: "same" }
  | { readonly kind: "none" }
  | { readonly kind: "named"; readonly name: string };

export const evalFlags: Flags = {
  ...modelFlags,
  judge: {
    type: "string",
    value: "NAME",
    help: "Model that grades; --model when absent, none for no judge.",
  },
  runs: { type: "string", short: "n", value: "N", help: "Runs of each eval on each side; 3 when absent." },
  baseline: {
    type: "string",
    value: "WHAT",
    help: "Held against: without (the skill), previous, none, or a folder.",
  },
  eval: { type: "string", value: "ID", help: "Only this eval; may repeat." },
  outputs: { type: "boolean", help: "Only evals of what comes out." },
  triggers: { type: "boolean", help: "Only evals of when the skill is used." },
  blind: { type: "boolean", help: "Let the judge compare both sides without knowing which is which." },
  neighbours: {
    type: "string",
    value: "DIR",
    help: "Other skills that are offered with it; may repeat, or none.",
  },
  threshold: {
    type: "string",
    value: "RATE",
    help: "Share of runs that counts as triggered; 0.5 when absent.",
  },
  iterations: { type: "string", value: "N", help: "With optimise: descriptions to try; 5 when absent." },
  write: { type: "boolean", help: "With optimise: put the best description into SKILL.md." },
  workspace: { type: "string", value: "DIR", help: "Where results are kept; SKILL-workspace when absent." },
  dialect: { type: "string", value: "NAME", help: "Of the result files: skill-creator (usual) or guide." },
  fresh: { type: "boolean", help: "Run everything again, whatever is kept." },
  plan: { type: "boolean", help: "Say what would be run and what it may cost, and end." },
  yes: { type: "boolean", short: "y", help: "Begin without a question." },
  "max-cost": { type: "string", value: "DOLLARS", help: "Begin no further run once so much is spent." },
  "fail-under": { type: "string", value: "RATE", help: "Exit with 1 when less than this share passes." },
  jobs: { type: "string", short: "j", value: "N", help: "Runs at a time; 4 when absent." },
  timeout: { type: "string", value: "SECONDS", help: "For each run; 600 when absent." },
  "max-steps": { type: "string", value: "N", help: "Steps of the agent in each run at most." },
  seed: { type: "string", value: "N", help: "For what is drawn by lot; 42 when absent." },
  output: { type: "string", short: "o", value: "FILE", help: "With report: where the page is written." },
  serve: { type: "boolean", help: "With report: show the page on this machine and save feedback." },
  json: { type: "boolean", help: "Machine-readable report at the end, in one piece." },
  quiet: { type: "boolean", short: "q", help: "Print the result, warnings and errors only." },
  ...accessFlags,
};

export async function readEvalOptions(invocation: Invocation): Promise<EvalOptions> {
  const timeoutMs = readSeconds("timeout", invocation);
  const maxSteps = readWhole(invocation, "max-steps", { least: 1, most: scenariosLimits.mostAgentSteps });
  const maxCost = readAmount(invocation, "max-cost", { most: 1_000_000 });
  const failUnder = readAmount(invocation, "fail-under", { most: 1 });
  const workspace = readWord(invocation, "workspace");
  return {
    kinds: readKinds(invocation),
    runs: readWhole(invocation, "runs", { least: 1, most: runsLimits.evalRuns }) ?? 3,
    baseline: readWord(invocation, "baseline") ?? "without",
    only: invocation.options("eval"),
    judge: readJudge(invocation),
    blind: invocation.flag("blind"),
    jobs: readWhole(invocation, "jobs", { least: 1, most: 64 }) ?? 4,
    dialect: readDialect(invocation),
    fresh: invocation.flag("fresh"),
    seed: readWhole(invocation, "seed", { least: 0, most: 999_999 }) ?? 42,
    neighbours: readNeighbours(invocation),
    threshold: readThreshold(invocation),
    sandbox: readSandboxChoice(invocation),
    network: await readNetworkAccess(invocation),
    planOnly: invocation.flag("plan"),
    yes: invocation.flag("yes"),
    json: invocation.flag("json"),
    quiet: invocation.flag("quiet"),
    ...(timeoutMs === undefined ? {} : { timeoutSeconds: timeoutMs / 1000 }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(workspace === undefined ? {} : { workspace }),
    ...(maxCost === undefined ? {} : { maxCost }),
    ...(failUnder === undefined ? {} : { failUnder }),
  };
}

function readKinds(invocation: Invocation): readonly EvalKind[] {
  const kinds: readonly EvalKind[] = ["outputs", "triggers"];
  const named = kinds.filter((kind) => invocation.flag(kind));
  if (named.length > 0) return named;
  // Who names evals does not mean the queries.
  return invocation.options("eval").length > 0 ? ["outputs"] : kinds;
}

function readJudge(invocation: Invocation): JudgeChoice {
  const name = readWord(invocation, "judge");
  if (name === "none" && invocation.flag("blind"))
    throw new UsageError("--blind needs a judge; leave it out, or --judge none.");
  if (name === undefined) return { kind: "same" };
  return name === "none" ? { kind: "none" } : { kind: "named", name };
}

function readThreshold(invocation: Invocation): number {
  const threshold = readAmount(invocation, "threshold", { most: 1 }) ?? 0.5;
  if (threshold > 0 && threshold < 1) return threshold;
  throw new UsageError(`--threshold is between 0 and 1, and neither: no query could pass on both sides.`);
}

function readDialect(invocation: Invocation): EvalDialect {
  const name = invocation.option("dialect") ?? "skill-creator";
  if (name === "guide" || name === "skill-creator") return name;
  throw new UsageError(`--dialect is skill-creator or guide; found '${printable(name)}'.`);
}

function readNeighbours(invocation: Invocation): EvalOptions["neighbours"] {
  const words = invocation.options("neighbours");
  if (words.length === 0) return "beside";
  if (words.includes("")) throw new UsageError("--neighbours wants a folder; found ''.");
  if (!words.includes("none")) return words;
  if (words.length === 1) return [];
  throw new UsageError("--neighbours none goes with no other --neighbours.");
}

function readWord(invocation: Invocation, flag: string): string | undefined {
  const word = invocation.option(flag);
  if (word?.trim() === "") throw new UsageError(`--${flag} wants a value; found '${printable(word)}'.`);
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
  throw new UsageError(`--${flag} is a number from 0 to ${most}; found '${printable(text)}'.`);
}
