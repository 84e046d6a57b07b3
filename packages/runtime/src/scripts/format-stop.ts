import { formatNumber } from "@skillwright/core/text";
import { runtimeLimits } from "../limits.ts";
import type { Resources, RunResult } from "../sandbox/sandbox.ts";
import type { ScriptGrants } from "./script-grants.ts";

/** Why a run was stopped; undefined if it ended by itself. */
export function formatStop(
  { status, exceeded }: Pick<RunResult, "status" | "exceeded">,
  { timeoutMs = runtimeLimits.commandMs, resources = {} }: Pick<ScriptGrants, "timeoutMs" | "resources">,
  what = "The script",
): string | undefined {
  switch (status) {
    case "timed-out":
      return `Timeout exceeded: ${timeoutMs} ms`;
    case "aborted":
      return `${what} was cancelled`;
    case "over-limit":
      return `${what} ${formatExcess(exceeded, resources)} and was stopped`;
    case "exited":
    case "killed":
      return undefined;
  }
}

function formatExcess(exceeded: RunResult["exceeded"], resources: Partial<Resources>): string {
  switch (exceeded) {
    case "processes":
      return `started more than ${formatNumber(resources.processes ?? runtimeLimits.programProcesses)} processes at once`;
    case "disk":
      return `wrote more than ${formatNumber(resources.diskBytes ?? runtimeLimits.programDiskBytes)} bytes to disk, or nearly filled it,`;
    default:
      return `used more than ${formatNumber(resources.memoryBytes ?? runtimeLimits.programMemoryBytes)} bytes of memory`;
  }
}
