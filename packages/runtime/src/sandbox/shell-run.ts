import { plainEnvironment } from "./plain-environment.ts";
import type { RunRequest } from "./sandbox.ts";

/** Where a shell line runs, and the host's environment variables. */
export type ShellPlace = {
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** Without --norc, bash mistakes Node's pipes for a remote login and reads the user's .bashrc. */
export function bashCommand(line: string): RunRequest["command"] {
  return ["bash", "--norc", "-c", "--", line];
}

/** The part of a request that all shell lines share; the caller adds limits and readable folders. */
export function shellRun(
  line: string,
  { workspace, environment }: ShellPlace,
): Pick<RunRequest, "command" | "cwd" | "environment" | "writable" | "network"> {
  return {
    command: bashCommand(line),
    cwd: workspace,
    environment: plainEnvironment(environment),
    writable: [],
    network: "none",
  };
}
