import { tmpdir } from "node:os";
import { SkillError } from "@skillwright/core";
import { combinePolicies } from "@skillwright/core/policy";
import { reviewScript, runtimeLimits, type ScriptReview } from "@skillwright/runtime";
import { sandboxLimits } from "@skillwright/runtime/sandbox";
import type { Io } from "../../io.ts";
import { examineSandbox, type SandboxRow } from "../../session/examine-sandbox.ts";
import { listHooks } from "./list-hooks.ts";
import type { ExecWork } from "./session.ts";

type Resources = Required<NonNullable<ScriptReview["plan"]["request"]["resources"]>>;

/** What running a script would do on this machine. */
export type ExecReview = ScriptReview & {
  /** The sandbox, or why there is none. */
  readonly sandbox: Pick<SandboxRow, "name" | "problem">;
  readonly environment: Readonly<Record<string, string>>;
  /** Null without a sandbox, which enforces none. */
  readonly resources: Resources | null;
  /** The skill's hooks. */
  readonly hooks: readonly string[];
};

/** Decides exactly as a run would, without starting anything. */
export async function reviewPlan(work: ExecWork, io: Io): Promise<ExecReview> {
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
};
