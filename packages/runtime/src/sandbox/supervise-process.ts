import type { ChildProcess, ChildProcessWithoutNullStreams } from "node:child_process";
import { constants } from "node:os";
import type { Duplex } from "node:stream";
import { runtimeLimits } from "../limits.ts";
import { sendSignal } from "./process-tree.ts";
import type { RunRequest, RunResult } from "./sandbox.ts";

export type ProcessEnd = Pick<RunResult, "status" | "exceeded" | "exitCode">;

/** Why we stopped a program. */
export type StopReason =
  | { readonly status: "timed-out" | "aborted" }
  | { readonly status: "over-limit"; readonly exceeded: NonNullable<RunResult["exceeded"]> };

export type Supervision = {
  readonly child: ChildProcessWithoutNullStreams;
  readonly request: RunRequest;
  readonly wrapper?: Wrapper;
  /** Resolves when all output has been read and passed to listeners. */
  readonly heard: Promise<unknown>;
  /** Whether a listener is still processing output, which stays open after the program exits. */
  readonly isHeld: () => boolean;
};

/** Waits for a process to end, and stops it on timeout, on abort, or when `stop` is called. */
export function superviseProcess(supervision: Supervision): {
  stop(reason: StopReason): void;
  readonly ended: Promise<ProcessEnd>;
} {
  const { child, request } = supervision;
  const timers: NodeJS.Timeout[] = [];
  const after = (milliseconds: number, act: () => void): void =>
    void timers.push(setTimeout(act, milliseconds));
  const { promise: givenUp, resolve: letGo } = Promise.withResolvers<void>();
  const giveUp = (): void => {
    closeStreams(child);
    letGo();
  };
  let stopped: StopReason | undefined;
  const stop = (reason: StopReason): void => {
    // The program has exited, but a listener may still hang.
    if (hasEnded(child) && supervision.isHeld()) giveUp();
    if (hasEnded(child) || stopped) return;
    stopped = reason;
    signalAll(supervision, reason.status === "over-limit" ? "SIGKILL" : "SIGTERM");
    after(runtimeLimits.stopGraceMs, () => signalAll(supervision, "SIGKILL"));
  };
  const giveUpLater = (): void =>
    after(runtimeLimits.stopGraceMs, () => (supervision.isHeld() && !stopped ? giveUpLater() : giveUp()));
  const abort = (): void => stop({ status: "aborted" });
  request.signal?.addEventListener("abort", abort, { once: true });
  if (request.signal?.aborted) abort();
  after(Math.min(request.timeoutMs, longestTimer), () => stop({ status: "timed-out" }));
  child.once("exit", () => {
    // Processes left behind would keep running and keep the output open. Wrappers handle this themselves.
    if (!supervision.wrapper) signalGroup(child, "SIGKILL");
    giveUpLater();
  });
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once("close", async (code, signal) => {
      await Promise.race([supervision.heard, givenUp]);
      for (const timer of timers) clearTimeout(timer);
      request.signal?.removeEventListener("abort", abort);
      const exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
      resolve({ ...(stopped ?? { status: signal ? "killed" : "exited" }), exitCode });
    });
  });
  return { stop, ended };
}

/** Node treats a longer delay as 1 ms. */
const longestTimer = 2 ** 31 - 1;

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function signalAll({ child, wrapper }: Supervision, signal: "SIGTERM" | "SIGKILL"): void {
  if (hasEnded(child)) return;
  if (wrapper) wrapper.signal(child, signal);
  else signalGroup(child, signal);
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) sendSignal(-pid, signal);
}

/** A process that left the group may hold the output open forever; we do not wait for it. */
function closeStreams(child: ChildProcess): void {
  for (const stream of child.stdio) stream?.destroy();
}

/** A program that runs the requested one inside a confining backend. Created for each run. */
export type Wrapper = {
  readonly command: RunRequest["command"];
  readonly cwd: string;
  readonly environment: RunRequest["environment"];
  /** Number of pipes besides the three standard ones; they become its file descriptors from 3 on. */
  readonly pipes: number;
  /** Called once it runs, with our ends of those pipes. */
  started(pipes: readonly Duplex[], stop: (exceeded: NonNullable<RunResult["exceeded"]>) => void): void;
  /** Passes a signal to the requested program. */
  signal(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void;
  /** Waits until nothing of the program is left. Returns how it ended, or throws if it never started. */
  ended(end: ProcessEnd, stderr: string): Promise<ProcessEnd>;
};

/**
 * Programs that run others report a signal only as an exit code, as shells do, so a program that exits with
 * such a code by itself counts as killed.
 */
export function endedBySignal(end: ProcessEnd): ProcessEnd {
  const isSignal = Object.values(constants.signals).some((number) => end.exitCode === 128 + number);
  return end.status === "exited" && isSignal ? { ...end, status: "killed" } : end;
}
