import type { ChildProcess } from "node:child_process";
import type { Duplex } from "node:stream";
import type { RunRequest, RunResult } from "./sandbox.ts";
import type { ProcessEnd } from "./supervise-process.ts";

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
