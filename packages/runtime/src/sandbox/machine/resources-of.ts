import { runtimeLimits } from "../../limits.ts";
import { sandboxLimits } from "../limits.ts";
import type { Resources, RunRequest } from "../sandbox.ts";

/** What a program may use up: what was asked for, and the usual bounds for the rest. */
export function resourcesOf({ resources }: Pick<RunRequest, "resources">): Resources {
  return {
    memoryBytes: runtimeLimits.programMemoryBytes,
    processes: runtimeLimits.programProcesses,
    cpuSeconds: sandboxLimits.programCpuSeconds,
    fileBytes: sandboxLimits.programFileBytes,
    diskBytes: runtimeLimits.programDiskBytes,
    ...resources,
  };
}
