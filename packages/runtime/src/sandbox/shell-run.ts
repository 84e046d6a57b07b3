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

/** Host variables that programs need and that hold no secrets. */
const passedOn = ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR"] as const;

/** The part of the host's environment that a skill's program gets: a few harmless variables, and always a PATH. */
export function plainEnvironment(
  host: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const kept = passedOn.flatMap((name) => (host[name] === undefined ? [] : [[name, host[name]] as const]));
  return { PATH: "/usr/local/bin:/usr/bin:/bin", ...Object.fromEntries(kept) };
}
