import { type JsonObject, limits, SkillError } from "@skillwright/core";
import type { NetworkAccess, Sandbox } from "../../sandbox/sandbox.ts";
import { type ShellPlace, shellRun } from "../../sandbox/shell-run.ts";
import type { Executor } from "../create-tool.ts";
import { showOutput } from "../untrusted-output.ts";
import type { BashInput } from "./definitions.ts";
import type { FilePlaces } from "./file-places.ts";

export type BashParts = ShellPlace & {
  readonly sandbox: Sandbox | undefined;
  readonly places: FilePlaces;
  readonly network: NetworkAccess;
};

/** Runs a command line in the workspace. */
export function createBash(parts: BashParts): Executor<BashInput, JsonObject> {
  const { sandbox, places, network } = parts;
  return async ({ command, timeout_ms: timeoutMs }, { signal, connectionDecided }) => {
    if (sandbox === undefined) throw new SkillError("sandbox-unavailable", { what: "A command" });
    const result = await sandbox.run({
      ...shellRun(command, parts),
      readable: [places.workspace, ...places.readable()],
      writable: [places.workspace, ...places.writable()],
      network,
      timeoutMs,
      outputBytes: limits.commandOutputBytes,
      onConnection: connectionDecided,
      ...(signal === undefined ? {} : { signal }),
    });
    if (result.status === "timed-out")
      throw new SkillError("tool-timed-out", { what: `the command was stopped after ${timeoutMs} ms` });
    if (result.status === "aborted")
      throw new SkillError("tool-timed-out", { what: "the command was cancelled" });
    return { ...showOutput(result), return_code: result.exitCode };
  };
}
