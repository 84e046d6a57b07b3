import { runtimeLimits } from "../../limits.ts";
import { sandboxLimits } from "../limits.ts";
import type { Resources, RunRequest } from "../sandbox.ts";

/** The resource limits of a run, with defaults filled in. */
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
