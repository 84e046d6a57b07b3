import { SkillError } from "@skillwright/core";
import type { JsonObject } from "@skillwright/core/text";
import { compact } from "@skillwright/core/text";
import { runtimeLimits } from "../../limits.ts";
import type { NetworkAccess, Sandbox } from "../../sandbox/sandbox.ts";
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
  return async ({ command, timeout_ms: timeoutMs }, { signal, connectionDecided, listedPrograms }) => {
    if (sandbox === undefined) throw new SkillError("sandbox-unavailable", { what: "A command" });
    const writable = [places.workspace, ...places.writable()];
    const result = await sandbox.run({
      ...shellRun(command, parts),
      readable: [places.workspace, ...places.readable()],
      writable,
      sealed: writable.flatMap(sealedPaths),
      network,
      timeoutMs,
      outputBytes: runtimeLimits.commandOutputBytes,
      resources,
      onConnection: connectionDecided,
      ...compact({ signal, programs: listedPrograms() }),
    });
    if (result.status === "timed-out")
      throw new SkillError("tool-timed-out", { what: `the command was stopped after ${timeoutMs} ms` });
    if (result.status === "aborted")
      throw new SkillError("tool-timed-out", { what: "the command was cancelled" });
    // It may have been interrupted anywhere, so its output is not an answer.
    const stop = formatStop(result, { timeoutMs, resources }, "The command");
    if (stop !== undefined) throw new SkillError("tool-input-invalid", { reason: `${stop}.` });
    return { ...showOutput(result), return_code: result.exitCode };
  };
}

const resources = { diskBytes: toolsLimits.commandDiskBytes };
