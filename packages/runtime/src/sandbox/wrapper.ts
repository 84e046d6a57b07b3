import type { ChildProcess } from "node:child_process";
import type { Duplex } from "node:stream";
import type { RunRequest, RunResult } from "./sandbox.ts";
import type { ProcessEnd } from "./supervise-process.ts";

/** A program that runs the one that was asked for, as a backend that confines has it. Made anew for each run. */
export type Wrapper = {
  readonly command: RunRequest["command"];
  readonly cwd: string;
  readonly environment: RunRequest["environment"];
  /** How many pipes it gets besides the three standard ones; they are its file descriptors from 3 on. */
  readonly pipes: number;
  /** Told when it runs, with our ends of those pipes. */
  started(pipes: readonly Duplex[], stop: (exceeded: NonNullable<RunResult["exceeded"]>) => void): void;
  /** Passes a signal on to the program that was asked for. */
  signal(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void;
  /** Waits until nothing of the program is left. Says how it ended, or fails when it never began. */
  ended(end: ProcessEnd, stderr: string): Promise<ProcessEnd>;
};
