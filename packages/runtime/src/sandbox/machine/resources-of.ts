import { limits } from "@skillwright/core";
import type { Resources, RunRequest } from "../sandbox.ts";

/** What a program may use up: what was asked for, and the usual bounds for the rest. */
export function resourcesOf({ resources }: Pick<RunRequest, "resources">): Resources {
  return {
    memoryBytes: limits.programMemoryBytes,
    processes: limits.programProcesses,
    cpuSeconds: limits.programCpuSeconds,
    fileBytes: limits.programFileBytes,
    diskBytes: limits.programDiskBytes,
    ...resources,
  };
}
