import { SkillError } from "@skillwright/core";
import type { Confinement } from "@skillwright/core/policy";
import type { JsonObject } from "@skillwright/core/text";
import { compact, printable } from "@skillwright/core/text";
import { runtimeLimits } from "../../limits.ts";
import type { NetworkAccess, RunRequest, RunResult, Sandbox } from "../../sandbox/sandbox.ts";
import { sealedPaths } from "../../sandbox/sealed-paths.ts";
import { type ShellPlace, shellRun } from "../../sandbox/shell-run.ts";
import { formatStop } from "../../scripts/script-warning.ts";
import type { Executor } from "../create-tool.ts";
import { toolsLimits } from "../limits.ts";
import { showOutput } from "../untrusted-output.ts";
import type { BashInput } from "./definitions.ts";
import type { FilePlaces } from "./file-places.ts";

export type BashParts = ShellPlace & {
  readonly sandbox: Sandbox | undefined;
  readonly places: FilePlaces;
  readonly network: NetworkAccess;
};

export function createBash(parts: BashParts): Executor<BashInput, JsonObject> {
  const { sandbox, places, network } = parts;
  return async ({ command, timeout_ms: timeoutMs }, call) => {
    const { signal, connectionDecided, listedPrograms, confined } = call;
    if (sandbox === undefined) throw new SkillError("sandbox-unavailable", { what: "A command" });
    const near = narrowFolders(places, confined);
    const programs = listedPrograms();
    const result = await sandbox.run({
      ...shellRun(command, parts),
      ...near,
      sealed: near.writable.flatMap(sealedPaths),
      network: confined?.network === false ? "none" : network,
      timeoutMs,
      outputBytes: runtimeLimits.commandOutputBytes,
      resources,
      onConnection: connectionDecided,
      ...compact({ signal, programs }),
    });
    if (result.status === "timed-out")
      throw new SkillError("tool-timed-out", { what: `the command was stopped after ${timeoutMs} ms` });
    if (result.status === "aborted")
      throw new SkillError("tool-timed-out", { what: "the command was cancelled" });
    // It may have been interrupted anywhere, so its output is not an answer.
    const stop = formatStop(result, { timeoutMs, resources }, "The command");
    if (stop !== undefined) throw new SkillError("tool-input-invalid", { reason: `${stop}.` });
    return { ...showOutput(result), return_code: result.exitCode, ...explainMissing(result, programs) };
  };
}

/** The folders of the session, without those that an active skill's security manifest excludes. */
function narrowFolders(
  { workspace, ...places }: FilePlaces,
  confined: Confinement | undefined,
): Pick<RunRequest, "cwd" | "readable" | "writable"> {
  const { files = "system", writes = true, directory = "" } = confined ?? {};
  const own = directory === "" ? [] : [directory];
  if (files === "skill-directory") return { cwd: directory || workspace, readable: own, writable: [] };
  const [readable, writable] = files === "workspace" ? [own, []] : [places.readable(), places.writable()];
  return {
    cwd: workspace,
    readable: [workspace, ...readable],
    writable: writes ? [workspace, ...writable] : [],
  };
}

/** A program that is not listed is not there, which looks as if it were not installed. */
function explainMissing({ stderr }: RunResult, programs: readonly string[] | undefined): JsonObject {
  if (programs === undefined || !/not found|No such file/.test(stderr)) return {};
  const names = programs.length === 0 ? "none" : programs.map(printable).join(", ");
  return { note: `Only programs on the lists of the active skills and policies can be started: ${names}.` };
}

const resources = { diskBytes: toolsLimits.commandDiskBytes };
