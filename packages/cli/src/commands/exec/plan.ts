import { tmpdir } from "node:os";
import { SkillError } from "@skillwright/core";
import { listHooks } from "@skillwright/core/check";
import { combinePolicies, formatDecision } from "@skillwright/core/policy";
import { compact, formatNumber, printable } from "@skillwright/core/text";
import { formatScriptWarning, reviewScript, runtimeLimits, type ScriptReview } from "@skillwright/runtime";
import { sandboxLimits } from "@skillwright/runtime/sandbox";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { toDecisionRow } from "../../session/decision-row.ts";
import { examineSandbox, type SandboxRow } from "../../session/open-sandbox.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import { hangText } from "../../terminal/text-width.ts";
import type { ExecWork } from "./session.ts";

/** Prints what would run, with what access, and the decision; runs nothing. */
export async function printPlan(work: ExecWork, io: Io): Promise<number> {
  const review = await reviewPlan(work, io);
  const text = work.options.json ? `${safeJson(toJson(review, work), 2)}\n` : toText(review, work, io);
  await io.out(text);
  const isRefused = review.decision.effect === "deny" || review.sandbox.name === null;
  return isRefused ? exitCode.refused : exitCode.ok;
}

function toText(review: ExecReview, { entry }: ExecWork, io: Io): string {
  const { plan, decision, sandbox, environment, resources, hooks } = review;
  const { command, cwd, readable, writable, network, timeoutMs } = plan.request;
  const reach = typeof network === "object" ? network.hosts : [network];
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["skill", [entry.skill.id, entry.digest]],
    ["command", [command.map(quote).join(" ")]],
    ["hooks", hooks],
    ["folder", [cwd]],
    ["sandbox", [sandbox.name ?? `none, so the script is refused. ${sandbox.problem ?? ""}`]],
    ["reads", readable],
    ["writes", writable],
    ["network", reach],
    ["variables", Object.entries(environment).map(([name, value]) => `${name}=${value}`)],
    ["limits", [`${timeoutMs / 1000} seconds`, ...limitsOf(resources)]],
    ["decision", [`${decision.effect}: ${formatDecision(decision)}`]],
    ["notes", plan.warnings.map(formatScriptWarning)],
  ];
  const look = { width: 11, columns: Math.min(io.terminal.columns, 100) };
  return rows
    .flatMap(([label, texts]) =>
      texts.flatMap((text, index) => hangText(index === 0 ? label : "", printable(text), look)),
    )
    .map((line) => `${line}\n`)
    .join("");
}

function limitsOf(resources: ExecReview["resources"]): readonly string[] {
  if (resources === null) return ["no other limits without a sandbox"];
  const { memoryBytes, processes, cpuSeconds, fileBytes, diskBytes, files } = resources;
  return [
    `${formatNumber(cpuSeconds)} seconds of CPU time per process`,
    `${formatNumber(memoryBytes)} bytes of memory`,
    `${formatNumber(processes)} processes`,
    `${formatNumber(diskBytes)} bytes on disk, ${formatNumber(fileBytes)} per file, ${formatNumber(files)} files`,
  ];
}

/** Quotes a word for a POSIX shell. */
function quote(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function toJson(review: ExecReview, { entry }: ExecWork): object {
  const { plan, decision, sandbox, environment, resources, hooks } = review;
  const { command, cwd, readable, writable, network, timeoutMs } = plan.request;
  return {
    version: 1,
    skill: entry.skill.id,
    digest: entry.digest,
    script: plan.script,
    command,
    hooks,
    cwd,
    environment,
    sandbox: sandbox.name,
    ...compact({ problem: sandbox.problem }),
    readable,
    writable,
    network,
    timeoutMs,
    resources,
    decision: toDecisionRow(decision),
    warnings: plan.warnings.map(formatScriptWarning),
  };
}

type Resources = Required<NonNullable<ScriptReview["plan"]["request"]["resources"]>>;

/** What running a script would do on this machine. */
type ExecReview = ScriptReview & {
  /** The sandbox, or why there is none. */
  readonly sandbox: Pick<SandboxRow, "name" | "problem">;
  readonly environment: Readonly<Record<string, string>>;
  /** Null without a sandbox, which enforces none. */
  readonly resources: Resources | null;
  /** The skill's hooks. */
  readonly hooks: readonly string[];
};

/** Decides exactly as a run would, without starting anything. */
async function reviewPlan(work: ExecWork, io: Io): Promise<ExecReview> {
  const { entry, script, args, options, policies, opened } = work;
  const { fs } = opened;
  const home = fs.realPath(io.place.home);
  const { layers, sandbox: demand } = combinePolicies(policies);
  const confines = options.sandbox !== "none";
  // The run would be refused with this same error.
  if (demand === "required" && !confines)
    throw new SkillError("sandbox-required", { what: "A program of a skill", who: "a policy" });
  const sandbox = confines ? await examineSandbox(io, options.sandbox) : { name: "none" };
  const review = reviewScript(
    { entry, script, args },
    {
      fs,
      workspace: fs.realPath(io.cwd) ?? io.cwd,
      outputFolder: options.output ?? `${tmpdir()}/skillwright-<new>`,
      environment: io.environment,
      grants: options.grants,
      sandbox: { name: sandbox.name ?? options.sandbox, confines },
      layers,
      ...compact({ home }),
    },
  );
  const { environment, resources } = review.plan.request;
  return {
    ...review,
    sandbox,
    environment: { ...environment, ...(folders[sandbox.name ?? ""] ?? {}) },
    resources: confines ? { ...usualResources, ...resources } : null,
    hooks: listHooks(entry.manifest.hooks),
  };
}

const temporary = `${tmpdir()}/skillwright-<new>`;
/** Each sandbox overrides these folders. */
const folders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bubblewrap: { HOME: "/tmp/home", TMPDIR: "/tmp" },
  "sandbox-runtime": { HOME: temporary, TMPDIR: temporary },
};

/** Default limits of a sandbox. */
const usualResources: Resources = {
  memoryBytes: runtimeLimits.programMemoryBytes,
  processes: runtimeLimits.programProcesses,
  cpuSeconds: sandboxLimits.programCpuSeconds,
  fileBytes: sandboxLimits.programFileBytes,
  diskBytes: runtimeLimits.programDiskBytes,
  files: runtimeLimits.programFiles,
};
