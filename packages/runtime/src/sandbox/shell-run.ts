import { plainEnvironment } from "./plain-environment.ts";
import type { RunRequest } from "./sandbox.ts";

/** Where a shell line runs, and the host's variables. */
export type ShellPlace = {
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** Bash takes the pipes that Node gives it for a remote login, and would read the user's .bashrc. */
export function bashCommand(line: string): RunRequest["command"] {
  return ["bash", "--norc", "-c", "--", line];
}

/** The part of a request that every shell line has in common; bounds and readable folders are the caller's to say. */
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
