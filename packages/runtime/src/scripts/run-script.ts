import { type FileSystem, limits, SkillError } from "@skillwright/core";
import { plainEnvironment } from "../sandbox/plain-environment.ts";
import type { RunRequest, RunResult, Sandbox } from "../sandbox/sandbox.ts";
import type { ToolCall } from "../tools/tool.ts";
import { checkRequirements } from "./check-requirements.ts";
import { type ActiveCatalog, loadUnchanged } from "./load-unchanged.ts";
import { locateScript } from "./locate-script.ts";
import { type LeftOutput, openOutput } from "./open-output.ts";
import { planScript, type ScriptPlan } from "./plan-script.ts";
import { readRequirements } from "./read-requirements.ts";
import { requireInterpreter } from "./require-interpreter.ts";
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
  /** What was asked for, where hooks may have made this of it. */
  readonly asked?: ScriptWords;
  /** Told right before the script starts, with all that is known by then. */
  readonly onWarnings?: (warnings: readonly ScriptWarning[]) => void | Promise<void>;
};

type ScriptWords = Pick<ScriptRequest, "name" | "script" | "args">;

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
  const known = [...compareWords(request), ...(await check(request, call, running))];
  const output = openOutput(host.nextOutput(), fs);
  let left: LeftOutput;
  let ran: Ran;
  try {
    ran = await runInto(output.folder, { request, call, known }, running);
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
    warnings: [...known, ...plan.warnings, ...warnings],
  };
}

type Running = ScriptHost & { readonly sandbox: Sandbox };
type Asked = {
  readonly request: ScriptRequest;
  readonly call: ToolCall;
  readonly known: readonly ScriptWarning[];
};
type Ran = { readonly plan: ScriptPlan; readonly result: RunResult };

/** Whoever asked must hear that something else was run. */
function compareWords({ asked, name, script, args }: ScriptRequest): readonly ScriptWarning[] {
  if (asked === undefined) return [];
  const words = [asked, { name, script, args }].map((one) => [one.name, one.script, ...one.args]);
  const [before, after] = words.map((one) => JSON.stringify(one));
  if (before === after) return [];
  const [wanted = "", ran = ""] = words.map((one) => one.join(" ").slice(0, limits.detailCharacters));
  return [{ kind: "changed-by-hook", asked: wanted, ran }];
}

/** What can be known before anything is made or run: the script is there, and so are the programs that it needs. */
async function check(
  { name, script }: ScriptRequest,
  call: ToolCall,
  host: Running,
): Promise<readonly ScriptWarning[]> {
  const entry = await loadUnchanged(name, host, call);
  const { directory, command } = locateScript({ entry, script }, host.fs);
  const { signal } = call;
  const place = {
    sandbox: host.sandbox,
    cwd: directory,
    environment: plainEnvironment(host.environment),
    ...(signal === undefined ? {} : { signal }),
  };
  const warnings = await checkRequirements(readRequirements(entry.manifest), { ...place, name: entry.name });
  await requireInterpreter(command, place);
  return warnings;
}

async function runInto(outputFolder: string, { request, call, known }: Asked, host: Running): Promise<Ran> {
  const { script, args, stream, onWarnings } = request;
  const { mayWriteBelow, signal, connectionDecided } = call;
  // Programs may have been asked for their versions since: what is hashed here is what runs next.
  const entry = await loadUnchanged(request.name, host, call);
  const plan = planScript({ entry, script, args }, { ...host, outputFolder, mayWriteBelow });
  const { sandbox } = host;
  await call.scriptStarting({ script: plan.script, command: plan.request.command, sandbox: sandbox.name });
  await onWarnings?.([...known, ...plan.warnings]);
  const result = await sandbox.run({
    ...plan.request,
    ...stream,
    onConnection: connectionDecided,
    ...(signal === undefined ? {} : { signal }),
  });
  return { plan, result };
}
