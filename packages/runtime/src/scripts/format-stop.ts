import { formatNumber, limits } from "@skillwright/core";
import type { RunResult } from "../sandbox/sandbox.ts";
import type { ScriptGrants } from "./script-grants.ts";

/** Why a run was stopped, in words; undefined for one that ended by itself. */
export function formatStop(
  { status, exceeded }: Pick<RunResult, "status" | "exceeded">,
  { timeoutMs = limits.commandMs, resources = {} }: Pick<ScriptGrants, "timeoutMs" | "resources">,
): string | undefined {
  switch (status) {
    case "timed-out":
      return `Timeout exceeded: ${timeoutMs} ms`;
    case "aborted":
      return "The script was cancelled";
    case "over-limit":
      return exceeded === "processes"
        ? `The script started more than ${formatNumber(resources.processes ?? limits.programProcesses)} processes at once and was stopped`
        : `The script used more than ${formatNumber(resources.memoryBytes ?? limits.programMemoryBytes)} bytes of memory and was stopped`;
    case "exited":
    case "killed":
      return undefined;
  }
}
