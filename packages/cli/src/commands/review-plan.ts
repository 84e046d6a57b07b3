import { tmpdir } from "node:os";
import { SkillError } from "@skillwright/core";
import { combinePolicies } from "@skillwright/core/policy";
import { reviewScript, runtimeLimits, type ScriptReview } from "@skillwright/runtime";
import { sandboxLimits } from "@skillwright/runtime/sandbox";
import type { Io } from "../io.ts";
import { examineSandbox, type SandboxRow } from "./examine-sandbox.ts";
import type { ExecWork } from "./exec-session.ts";
import { listHooks } from "./list-hooks.ts";

type Resources = Required<NonNullable<ScriptReview["plan"]["request"]["resources"]>>;

/** What running a script would come to on this machine. */
export type ExecReview = ScriptReview & {
  /** What it would run in, or why there is nothing. */
  readonly sandbox: Pick<SandboxRow, "name" | "problem">;
  /** All of its variables. */
  readonly environment: Readonly<Record<string, string>>;
  /** Null when nobody holds it to any. */
  readonly resources: Resources | null;
  /** Programs of the skill that run with it. */
  readonly hooks: readonly string[];
};

/** Decides as a run would, and starts nothing of the skill. */
export async function reviewPlan(work: ExecWork, io: Io): Promise<ExecReview> {
  const { entry, script, args, options, policies, opened } = work;
  const { fs } = opened;
  const home = fs.realPath(io.place.home);
  const { layers, sandbox: demand } = combinePolicies(policies);
  const confines = options.sandbox !== "none";
  // As the run itself would be refused, and with its words.
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
      ...(home === undefined ? {} : { home }),
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
/** Each sandbox has folders of its own for what programs keep and leave behind, whatever the plan of the script says. */
const folders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bubblewrap: { HOME: "/tmp/home", TMPDIR: "/tmp" },
  "sandbox-runtime": { HOME: temporary, TMPDIR: temporary },
};

/** What a sandbox holds to where nothing is said. */
const usualResources: Resources = {
  memoryBytes: runtimeLimits.programMemoryBytes,
  processes: runtimeLimits.programProcesses,
  cpuSeconds: sandboxLimits.programCpuSeconds,
  fileBytes: sandboxLimits.programFileBytes,
  diskBytes: runtimeLimits.programDiskBytes,
};
