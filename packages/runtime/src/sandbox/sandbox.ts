/** A program to run: everything is said here, so that a run can be printed before it happens. */
export type RunRequest = {
  /** The program and its arguments; never read by a shell. */
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  /** The whole environment of the program but for what the sandbox must set. */
  readonly environment: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly timeoutMs: number;
  /** Bytes of output kept of each stream; the rest is dropped, and the result says so. */
  readonly outputBytes: number;
  /** Folders that the program may read; backends that confine refuse all else of the user's. */
  readonly readable: readonly string[];
  /** Folders that it may write to. */
  readonly writable: readonly string[];
  readonly network: boolean;
  readonly signal?: AbortSignal;
};

export type RunResult = {
  /** `exited` with a code; `killed` by a signal of its own; stopped by us when `timed-out` or `aborted`. */
  readonly status: "exited" | "killed" | "timed-out" | "aborted";
  /** As shells count it: 128 and the signal's number when a signal ended it. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Output was longer than asked for. */
  readonly truncated: boolean;
  readonly durationMs: number;
};

/** Runs programs of skills. Nothing else in this package starts a process. */
export type Sandbox = {
  /** Short name for reports: `bubblewrap`, `none`. */
  readonly name: string;
  /** Whether it keeps a program from the user's files and the network. */
  readonly confines: boolean;
  /** Fails with a `SkillError` when the program cannot be started at all. */
  run(request: RunRequest): Promise<RunResult>;
};
