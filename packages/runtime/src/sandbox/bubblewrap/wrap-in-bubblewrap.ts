import { constants } from "node:os";
import type { Duplex } from "node:stream";
import { watchUsage } from "../machine/watch-usage.ts";
import type { Egress } from "../network/create-egress.ts";
import { childrenOf, sendSignal, waitForExit } from "../process-tree.ts";

import type { Wrapper } from "../supervise-process.ts";
import { type BubblewrapCall, egressFd, statusFd } from "./bubblewrap-arguments.ts";
import { readStatus, toProgramEnd } from "./bubblewrap-status.ts";
import type { BubblewrapPlan } from "./plan-run.ts";

export type BubblewrapRun = {
  readonly program: string;
  readonly plan: BubblewrapPlan;
  readonly call: BubblewrapCall;
  readonly egress?: Egress;
};

/** Wraps one run in bubblewrap: its pipes, and the status that it reports. */
export function wrapInBubblewrap({ program, plan, call, egress }: BubblewrapRun): Wrapper {
  let told = "";
  let stopWatching = (): void => {};
  /** Whether to stop a program that may not have started yet. */
  let endsEarly = false;
  const watched = { folders: writableFolders(plan.mounts), resources: plan.resources };
  const endAtOnce = (firstProcess: number): void => {
    endsEarly = true;
    sendSignal(firstProcess, "SIGKILL");
  };
  return {
    command: [program, ...call.parameters],
    cwd: "/",
    // The first process of the namespace shows bubblewrap's environment to everyone inside.
    environment: {},
    pipes: egressFd - firstPipe + (egress ? 1 : 0),
    started: (pipes, stop) => {
      const at = (fd: number): Duplex | undefined => pipes[fd - firstPipe];
      // Bubblewrap may exit before it has read everything.
      for (const pipe of pipes) pipe.on("error", () => {});
      for (const { fd, bytes } of call.given) at(fd)?.resume().end(bytes);
      at(statusFd)?.on("data", (bytes: Buffer) => {
        const isFirst = readStatus(told).firstProcess === undefined;
        told += bytes.toString();
        const { firstProcess } = readStatus(told);
        if (!isFirst || firstProcess === undefined) return;
        if (endsEarly) endAtOnce(firstProcess);
        else stopWatching = watchUsage({ root: firstProcess, ...watched }, stop);
      });
      const channel = at(egressFd);
      if (channel) egress?.serve(channel);
    },
    signal: (child, signal) => {
      const { firstProcess } = readStatus(told);
      // Killed while it creates the namespace, bubblewrap would leave the namespace behind, so wait.
      if (firstProcess === undefined && signal === "SIGTERM") endsEarly = true;
      else if (firstProcess === undefined) child.kill(signal);
      else if (!signalInside(firstProcess, signal)) endAtOnce(firstProcess);
    },
    ended: async (end, stderr) => {
      stopWatching();
      const status = readStatus(told);
      if (status.firstProcess !== undefined) await waitForExit(status.firstProcess);
      const judged = toProgramEnd(end, { status, stderr });
      return endsEarly ? { ...judged, exitCode: asked } : judged;
    },
  };
}

const firstPipe = 3;

function writableFolders(mounts: BubblewrapPlan["mounts"]): readonly string[] {
  return mounts.flatMap((mount) => (mount.kind === "bind" && mount.access === "write" ? [mount.path] : []));
}

/** The exit code of a program that was asked to end before it started. */
const asked = 128 + constants.signals.SIGTERM;

/**
 * Bubblewrap does not pass signals on. Its first process inside leads the program's group and ignores
 * everything but SIGKILL, which makes the kernel kill everything inside first. Returns false if the group has
 * no other member yet or any more.
 */
function signalInside(firstProcess: number, signal: "SIGTERM" | "SIGKILL"): boolean {
  if (signal === "SIGKILL") return sendSignal(firstProcess, signal);
  return childrenOf(firstProcess).length > 0 && sendSignal(-firstProcess, signal);
}
