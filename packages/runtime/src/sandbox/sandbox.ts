/** A program to run: everything is said here, so that a run can be printed before it happens. */
export type RunRequest = {
  /** The program and its arguments; never read by a shell. */
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  /** The whole environment of the program but for what the sandbox must set. */
  readonly environment: Readonly<Record<string, string>>;
  /** Given and then closed; empty when absent. */
  readonly stdin?: string | AsyncIterable<Uint8Array>;
  readonly timeoutMs: number;
  /** Bytes of output kept of each stream; the rest is dropped, and the result says so. */
  readonly outputBytes: number;
  /** Hears all output as it comes, also what is past that bound; the program waits while a promise is unsettled. */
  readonly onOutput?: (stream: "stdout" | "stderr", bytes: Uint8Array) => Promise<void> | void;
  /** Folders that the program may read; backends that confine refuse all else of the user's. */
  readonly readable: readonly string[];
  /** Folders that it may write to. */
  readonly writable: readonly string[];
  readonly network: NetworkAccess;
  /** Hears of every host that it wanted to reach, where the network is a list. */
  readonly onConnection?: (decision: ConnectionDecision) => void;
  /** What it may use up; the bounds of `limits` where nothing is said. Backends that do not confine hold no one to it. */
  readonly resources?: Partial<Resources>;
  readonly signal?: AbortSignal;
};

/** Nothing, a list of hosts (`example.org`, `*.example.org`, `example.org:8443`), or everything. */
export type NetworkAccess = "none" | "all" | { readonly hosts: readonly string[] };

export type ConnectionDecision = {
  readonly host: string;
  readonly port: number;
  readonly allowed: boolean;
  /** A short name, such as `not-listed` or `private-address`. */
  readonly reason: string;
};

/** What a program, with everything that it starts, may use up. */
export type Resources = {
  readonly memoryBytes: number;
  readonly processes: number;
  /** Processor time of each process. */
  readonly cpuSeconds: number;
  /** Of each file that it writes, and of what it leaves in memory-backed folders. */
  readonly fileBytes: number;
  /** That it adds in all to the folders that it may write to. */
  readonly diskBytes: number;
};

export type RunResult = {
  /**
   * `exited` with a code; `killed` by a signal of its own; stopped by us when `timed-out`, `aborted` or `over-limit`, and
   * then `exceeded` says what it used too much of.
   */
  readonly status: "exited" | "killed" | "timed-out" | "aborted" | "over-limit";
  readonly exceeded?: "memory" | "processes" | "disk";
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
  /** What was tried at its start to break out; absent when nobody tried. */
  readonly proof?: SandboxProof;
  /** Fails with a `SkillError` when the program cannot be started at all. */
  run(request: RunRequest): Promise<RunResult>;
};

/** The denials that were put to the test, each by a short name such as `home-hidden`. */
export type SandboxProof = { readonly held: readonly string[]; readonly failed: readonly string[] };
