import { limitCommand } from "../machine/limit-command.ts";
import type { Resources, RunRequest } from "../sandbox.ts";
import { type Mount, sandboxHome } from "./plan-mounts.ts";

/** One sandboxed run, ready to be printed or started. */
export type BubblewrapPlan = {
  readonly mounts: readonly Mount[];
  readonly environment: RunRequest["environment"];
  readonly cwd: string;
  readonly command: RunRequest["command"];
  /** Its own empty network namespace, or the host's. */
  readonly network: "own" | "shared";
  readonly resources: Resources;
};

/** What the host found for a request. */
export type RunFacts = Pick<BubblewrapPlan, "mounts" | "cwd" | "environment" | "resources"> & {
  /** The command with its program's path, wrapped by the network bridge if there is one. */
  readonly command: RunRequest["command"];
  readonly countsByNamespace: boolean;
};

/** Builds everything that bubblewrap must be told. */
export function planRun({ network }: RunRequest, facts: RunFacts): BubblewrapPlan {
  const { mounts, cwd, resources, countsByNamespace } = facts;
  return {
    mounts,
    environment: { ...facts.environment, HOME: sandboxHome, TMPDIR: "/tmp" },
    cwd,
    command: limitCommand(keepVariables(facts), { resources, countsByNamespace }),
    network: network === "all" ? "shared" : "own",
    resources,
  };
}

/** The shell that sets the limits drops variables whose names it cannot have, such as `INPUT_FILE-NAME`. */
function keepVariables({ command, environment }: RunFacts): RunRequest["command"] {
  const odd = Object.entries(environment).filter(([name]) => !/^[a-z_]\w*$/i.test(name));
  if (odd.length === 0) return command;
  return ["/usr/bin/env", "--", ...odd.map(([name, value]) => `${name}=${value}`), ...command];
}
