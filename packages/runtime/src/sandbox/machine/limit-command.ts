import type { Resources, RunRequest } from "../sandbox.ts";

export type LimitOptions = {
  readonly resources: Resources;
  /**
   * Whether the system counts processes by namespace, as Linux does since 5.14. Before, it counts all of the user's, and any
   * sensible bound is passed before the program begins.
   */
  readonly countsByNamespace: boolean;
};

/** More than any script opens, fewer than a machine has. */
const openFiles = 1024;

/**
 * The command with bounds on each of its processes. A bound that the system has set lower already stays, so failures mean
 * nothing. Shells agree on the names but for processes (`-u` in bash, `-p` in dash) and on units: 1 KB for data, 512 bytes for files.
 * Memory is bounded as data and not as address space, of which Node and Java reserve gigabytes that they never touch.
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
    // A variable can bring bash a function of this name.
    "unset -f ulimit",
    ...bounds.map((bound) => `ulimit ${bound}`),
    ...(options.countsByNamespace ? [`ulimit -u ${processes} || ulimit -p ${processes}`] : []),
  ];
  return ["/bin/sh", "-c", `{ ${lines.join("; ")}; } 2>/dev/null; exec "$@"`, "sh", ...command];
}
