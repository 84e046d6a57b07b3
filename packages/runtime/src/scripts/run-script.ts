import { type FileSystem, type LoadedEntry, SkillError } from "@skillwright/core";
import { plainEnvironment } from "../sandbox/plain-environment.ts";
import type { RunRequest, RunResult, Sandbox } from "../sandbox/sandbox.ts";
import type { ToolCall } from "../tools/tool.ts";
import { checkRequirements } from "./check-requirements.ts";
import { type ActiveCatalog, loadUnchanged } from "./load-unchanged.ts";
import { type LeftOutput, openOutput } from "./open-output.ts";
import { planScript, type ScriptPlan } from "./plan-script.ts";
import { readRequirements } from "./read-requirements.ts";
import type { ScriptGrants } from "./script-grants.ts";
import type { ScriptWarning } from "./script-warning.ts";

/** A script that somebody wants to run; `stream` is for callers who do not wait for the end. */
export type ScriptRequest = {
  /** Name of the skill, which must be active. */
  readonly name: string;
  /** Path inside it, with or without `scripts/`. */
  readonly script: string;
  readonly args: readonly string[];
  readonly stream?: Partial<Pick<RunRequest, "stdin" | "onOutput" | "outputBytes">>;
};

/** Where scripts run and what they may have. */
export type ScriptHost = ActiveCatalog & {
  readonly sandbox: Sandbox | undefined;
  readonly fs: FileSystem;
  /** Absolute, links resolved. */
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly grants: ScriptGrants;
  /** The path of the folder that the next run may write to; it is made when it is not there. */
  readonly nextOutput: () => string;
};

export type ScriptRun = RunResult & {
  readonly script: string;
  readonly command: readonly string[];
  readonly sandbox: string;
  readonly output: Pick<LeftOutput, "folder" | "files">;
  readonly warnings: readonly ScriptWarning[];
};

/** Runs one script of an active skill, as it was when the skill was activated. Only the guard leads here: it made `call`. */
export async function runScript(
  request: ScriptRequest,
  call: ToolCall,
  host: ScriptHost,
): Promise<ScriptRun> {
  const { sandbox, fs } = host;
  if (sandbox === undefined) throw new SkillError("sandbox-unavailable", { what: "A script" });
  const running = { ...host, sandbox };
  const missed = await check(await loadUnchanged(request.name, host), call, running);
  const output = openOutput(host.nextOutput(), fs);
  let left: LeftOutput;
  let ran: Ran;
  try {
    ran = await runInto(output.folder, { request, call }, running);
  } finally {
    left = output.settle();
  }
  const { plan, result } = ran;
  const { warnings, ...rest } = left;
  return {
    ...result,
    script: plan.script,
    command: plan.request.command,
    sandbox: sandbox.name,
    output: rest,
    warnings: [...missed, ...plan.warnings, ...warnings],
  };
}

type Running = ScriptHost & { readonly sandbox: Sandbox };
type Ran = { readonly plan: ScriptPlan; readonly result: RunResult };

function check(
  { name, manifest, skill }: LoadedEntry,
  { signal }: ToolCall,
  { fs, sandbox, environment }: Running,
): Promise<readonly ScriptWarning[]> {
  return checkRequirements(readRequirements(manifest), {
    name,
    sandbox,
    cwd: fs.realPath(skill.directory) ?? skill.directory,
    environment: plainEnvironment(environment),
    ...(signal === undefined ? {} : { signal }),
  });
}

async function runInto(
  outputFolder: string,
  { request, call }: { readonly request: ScriptRequest; readonly call: ToolCall },
  host: Running,
): Promise<Ran> {
  const { script, args, stream } = request;
  const { mayWriteBelow, signal, connectionDecided } = call;
  // Programs may have been asked for their versions since: what is hashed here is what runs next.
  const entry = await loadUnchanged(request.name, host);
  const plan = planScript({ entry, script, args }, { ...host, outputFolder, mayWriteBelow });
  const { sandbox } = host;
  await call.scriptStarting({ script: plan.script, command: plan.request.command, sandbox: sandbox.name });
  const result = await sandbox.run({
    ...plan.request,
    ...stream,
    onConnection: connectionDecided,
    ...(signal === undefined ? {} : { signal }),
  });
  return { plan, result };
}
