import {
  type Catalog,
  canonicalTool,
  type FileSystem,
  isFilePath,
  isInside,
  type LoadedEntry,
  limits,
  SkillError,
  tokenizeTools,
} from "@skillwright/core";
import { plainEnvironment } from "../../sandbox/plain-environment.ts";
import type { RunRequest, RunResult, Sandbox } from "../../sandbox/sandbox.ts";
import { scriptCommand } from "../../sandbox/script-command.ts";
import type { ActiveSkill, Session } from "../../session/session.ts";
import type { Executor } from "../create-tool.ts";
import type { EnvelopeContent } from "../envelope.ts";
import { showOutput } from "../untrusted-output.ts";
import type { RunScriptInput } from "./definitions.ts";
import { toScriptArguments } from "./script-arguments.ts";
import { findUsableSkill } from "./usable-skill.ts";

export type ScriptParts = {
  readonly catalog: Catalog;
  readonly session: Pick<Session, "active">;
  readonly sandbox: Sandbox | undefined;
  readonly fs: FileSystem;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folders besides the skill's. */
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  readonly network: boolean;
};

/** Document e's skills_run_script, which runs: in the skill's folder, through the sandbox, as the skill was loaded. */
export function createRunScript(parts: ScriptParts): Executor<RunScriptInput, EnvelopeContent> {
  return async (input, call) => {
    const { sandbox } = parts;
    if (sandbox === undefined) throw new SkillError("sandbox-unavailable", { what: "A script" });
    const entry = await loadUnchanged(input.name, parts);
    const script = findScript(entry, input.script);
    const request = toRequest(input, { entry, script }, parts);
    const { signal } = call;
    await call.scriptStarting({ script, command: request.command, sandbox: sandbox.name });
    return toContent(await sandbox.run({ ...request, ...(signal === undefined ? {} : { signal }) }));
  };
}

/**
 * The skill as it was when the model was given its instructions, read from the disk right before the run. Scripts of a
 * skill that is not active would be a way around its hooks and around what the active ones allow.
 */
async function loadUnchanged(name: string, { catalog, session }: ScriptParts): Promise<LoadedEntry> {
  const { skill, active } = findUsableSkill(name, { catalog, session });
  if (active === undefined)
    throw new SkillError("skill-disabled", { name: skill.id, reason: "it is not active; load it first" });
  const other = session.active().find((one) => one !== active && !allowsPrograms(one));
  if (other !== undefined)
    throw new SkillError("skill-disabled", {
      name: skill.id,
      reason: `the skill ${other.id}, which is active too, lists no programs; leave it first`,
    });
  const entry = await catalog.load(skill.id, { digest: active.digest });
  if (entry.changed) throw new SkillError("skill-changed", { name: skill.id });
  return entry;
}

/** Its own scripts are a skill's affair; those of another one are programs, which a list may leave out. */
function allowsPrograms({ requestedTools, mode }: ActiveSkill): boolean {
  if (requestedTools === undefined || mode === "grant" || mode === "advisory") return true;
  return requestedTools
    .flatMap(tokenizeTools)
    .some(
      ({ tool, pattern }) =>
        pattern === undefined && (canonicalTool(tool) === "Bash" || tool === "skills_run_script"),
    );
}

/** Its path inside the skill. Only what the digest covers is listed, so nothing else can be named. */
function findScript({ name, files }: LoadedEntry, asked: string): string {
  if (!isFilePath(asked)) throw new SkillError("skill-path-invalid", { name, path: asked });
  const path = asked.startsWith("scripts/") ? asked : `scripts/${asked}`;
  if (!files.includes(path)) throw new SkillError("skill-file-missing", { name, path });
  return path;
}

function toRequest(
  { args = [], stdin }: RunScriptInput,
  { entry, script }: { readonly entry: LoadedEntry; readonly script: string },
  { fs, environment, readable, writable, network }: ScriptParts,
): RunRequest {
  const { name, skill } = entry;
  const directory = fs.realPath(skill.directory) ?? skill.directory;
  const real = fs.realPath(`${directory}/${script}`);
  if (real === undefined || !isInside(directory, real)) throw new SkillError("skill-changed", { name });
  const command = scriptCommand(fs, real);
  if (command === undefined) throw new SkillError("script-unrunnable", { name, path: script });
  return {
    command: [...command, ...toScriptArguments(args)],
    cwd: directory,
    environment: { ...plainEnvironment(environment), SKILL_NAME: name, SKILL_DIR: directory },
    timeoutMs: limits.commandMs,
    outputBytes: limits.commandOutputBytes,
    readable: [directory, ...readable],
    writable,
    network,
    ...(stdin === undefined ? {} : { stdin }),
  };
}

/** A script that fails has still been run: its exit code and words are what the model needs to go on. */
function toContent(result: RunResult): EnvelopeContent {
  const data = { ...showOutput(result), exit_code: result.exitCode, duration_ms: result.durationMs };
  if (result.status === "timed-out")
    return { data, errors: [{ code: "TIMEOUT", message: `Timeout exceeded: ${limits.commandMs} ms` }] };
  if (result.status === "aborted")
    return { data, errors: [{ code: "TIMEOUT", message: "The script was cancelled" }] };
  return { data };
}
