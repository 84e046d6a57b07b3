import { limits, SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { compact } from "@skillwright/core/text";
import type { ToolCall } from "../admission/tool-call.ts";
import type { RunRequest, RunResult, Sandbox } from "../sandbox/sandbox.ts";
import { plainEnvironment } from "../sandbox/shell-run.ts";
import { checkRequirements, requireInterpreter } from "./check-requirements.ts";
import { type ActiveCatalog, loadUnchanged } from "./load-unchanged.ts";
import { locateScript } from "./locate-script.ts";
import { planScript, type ScriptGrants, type ScriptPlan } from "./plan-script.ts";
import { readRequirements } from "./read-requirements.ts";
import { type LeftOutput, openOutput } from "./script-output.ts";

import type { ScriptWarning } from "./script-warning.ts";
import { missedSiblings } from "./sibling-skills.ts";

/** A script to run; `stream` is for callers that do not wait for the end. */
export type ScriptRequest = {
  /** Name of the skill, which must be active. */
  readonly name: string;
  /** Path inside it, with or without `scripts/`. */
  readonly script: string;
  readonly args: readonly string[];
  readonly stream?: Partial<Pick<RunRequest, "stdin" | "onOutput" | "outputBytes">>;
  /** The original request, if hooks may have changed it. */
  readonly asked?: ScriptWords;
  /** Called right before the script starts, with all warnings known by then. */
  readonly onWarnings?: (warnings: readonly ScriptWarning[]) => void | Promise<void>;
};

type ScriptWords = Pick<ScriptRequest, "name" | "script" | "args">;

/** Where scripts run and what they may access. */
export type ScriptHost = ActiveCatalog & {
  readonly sandbox: Sandbox | undefined;
  readonly fs: FileSystem;
  /** Absolute, links resolved. */
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly grants: ScriptGrants;
  /** Path of the next run's output folder, created if missing. */
  readonly nextOutput: () => string;
};

export type ScriptRun = RunResult & {
  readonly script: string;
  readonly command: readonly string[];
  readonly sandbox: string;
  readonly output: Pick<LeftOutput, "folder" | "files">;
  readonly warnings: readonly ScriptWarning[];
};

/** Runs one script of an active skill, as it was when activated. Only reachable through the guard, which makes `call`. */
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
    warnings: [...known, ...plan.warnings, ...findMissed(ran, running), ...warnings],
  };
}

/** Skills that a confined script tried to read and could not see, which explains its failure. */
function findMissed({ plan: { request }, result }: Ran, { sandbox, fs }: Running): readonly ScriptWarning[] {
  if (!sandbox.confines || result.exitCode === 0) return [];
  const visible = [...request.readable, ...request.writable];
  return missedSiblings({ stderr: result.stderr, directory: request.cwd, visible }, fs);
}

type Running = ScriptHost & { readonly sandbox: Sandbox };
type Asked = {
  readonly request: ScriptRequest;
  readonly call: ToolCall;
  readonly known: readonly ScriptWarning[];
};
type Ran = { readonly plan: ScriptPlan; readonly result: RunResult };

/** The caller must learn that something else ran. */
function compareWords({ asked, name, script, args }: ScriptRequest): readonly ScriptWarning[] {
  if (asked === undefined) return [];
  const words = [asked, { name, script, args }].map((one) => [one.name, one.script, ...one.args]);
  const [before, after] = words.map((one) => JSON.stringify(one));
  if (before === after) return [];
  const [wanted = "", ran = ""] = words.map((one) => one.join(" ").slice(0, limits.detailCharacters));
  return [{ kind: "changed-by-hook", asked: wanted, ran }];
}

/** What can be checked before creating or running anything: the script and the programs it needs exist. */
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
    ...compact({ signal }),
  };
  const warnings = await checkRequirements(readRequirements(entry.manifest), { ...place, name: entry.name });
  await requireInterpreter(command, place);
  return warnings;
}

async function runInto(outputFolder: string, { request, call, known }: Asked, host: Running): Promise<Ran> {
  const { script, args, stream, onWarnings } = request;
  const { mayWriteBelow, confined, signal, connectionDecided } = call;
  // Version checks may have run since: what is hashed here is what runs next.
  const entry = await loadUnchanged(request.name, host, call);
  const plan = planScript({ entry, script, args }, { ...host, outputFolder, mayWriteBelow, confined });
  const { sandbox } = host;
  await call.scriptStarting({ script: plan.script, command: plan.request.command, sandbox: sandbox.name });
  await onWarnings?.([...known, ...plan.warnings]);
  const result = await sandbox.run({
    ...plan.request,
    ...stream,
    onConnection: connectionDecided,
    ...compact({ signal }),
  });
  return { plan, result };
}
