import { runtimeLimits } from "../../limits.ts";
import { sandboxLimits } from "../limits.ts";
import type { Resources, RunRequest } from "../sandbox.ts";

export type LimitOptions = {
  readonly resources: Resources;
  /**
   * Whether the kernel counts processes per namespace, as Linux does since 5.14. Older kernels count all of the
   * user's processes, so any sensible limit is exceeded from the start.
   */
  readonly countsByNamespace: boolean;
};

/** More than any script opens, fewer than a machine allows. */
const openFiles = 1024;

/**
 * The command with `ulimit`s on each of its processes. Ignores failures, because the system may already have a
 * lower limit. Shells agree on the options except for processes (`-u` in bash, `-p` in dash) and on units: 1 KB
 * for data, 512 bytes for files. Limits memory as data, not address space, because Node and Java reserve
 * gigabytes that they never touch.
 */
export function limitCommand(command: RunRequest["command"], options: LimitOptions): RunRequest["command"] {
  const { memoryBytes, processes, cpuSeconds, fileBytes } = options.resources;
  const bounds = [
    "-c 0",
    `-n ${openFiles}`,
    `-d ${Math.ceil(memoryBytes / 1024)}`,
    `-t ${Math.ceil(cpuSeconds)}`,
    `-f ${Math.ceil(fileBytes / 512)}`,
  ];
  const lines = [
    // An environment variable can define a bash function of this name.
    "unset -f ulimit",
    ...bounds.map((bound) => `ulimit ${bound}`),
    ...(options.countsByNamespace ? [`ulimit -u ${processes} || ulimit -p ${processes}`] : []),
  ];
  return ["/bin/sh", "-c", `{ ${lines.join("; ")}; } 2>/dev/null; exec "$@"`, "sh", ...command];
}

/** The resource limits of a run, with defaults filled in. */
export function resourcesOf({ resources }: Pick<RunRequest, "resources">): Resources {
  return {
    memoryBytes: runtimeLimits.programMemoryBytes,
    processes: runtimeLimits.programProcesses,
    cpuSeconds: sandboxLimits.programCpuSeconds,
    fileBytes: sandboxLimits.programFileBytes,
    diskBytes: runtimeLimits.programDiskBytes,
    files: runtimeLimits.programFiles,
    ...resources,
  };
}
