/** A program to run. Complete in itself, so that a run can be printed before it starts. */
export type RunRequest = {
  /** The program and its arguments; no shell interprets them. */
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  /** The complete environment, except for variables that the sandbox must set. */
  readonly environment: Readonly<Record<string, string>>;
  /** Written and then closed; empty by default. */
  readonly stdin?: string | AsyncIterable<Uint8Array>;
  readonly timeoutMs: number;
  /** Bytes of output to keep per stream; the rest is dropped and the result marked `truncated`. */
  readonly outputBytes: number;
  /**
   * Receives all output as it arrives, including what is past the limit; the program waits while the returned
   * promise is pending.
   */
  readonly onOutput?: (stream: "stdout" | "stderr", bytes: Uint8Array) => Promise<void> | void;
  /** Folders that the program may read; confining backends hide the user's other files. */
  readonly readable: readonly string[];
  /** Folders that it may write to; each keeps its mode. */
  readonly writable: readonly string[];
  /** Paths in writable folders that it may neither change nor create. */
  readonly sealed?: readonly string[];
  /**
   * The programs that it may start besides the command's own: names, paths, or names with `*`. Backends that can mount
   * show no others; all if absent.
   */
  readonly programs?: readonly string[];
  readonly network: NetworkAccess;
  /** Called for each host that the program tries to reach when `network` is a list. */
  readonly onConnection?: (decision: ConnectionDecision) => void;
  /** Resource limits; missing ones come from `limits`. Backends that do not confine ignore them. */
  readonly resources?: Partial<Resources>;
  readonly signal?: AbortSignal;
};

/** No network, a list of hosts (`example.org`, `*.example.org`, `example.org:8443`), or everything. */
export type NetworkAccess = "none" | "all" | { readonly hosts: readonly string[] };

export type ConnectionDecision = {
  readonly host: string;
  readonly port: number;
  readonly allowed: boolean;
  /** A short name, such as `not-listed` or `private-address`. */
  readonly reason: string;
};

/** Resource limits for a program and everything it starts. */
export type Resources = {
  readonly memoryBytes: number;
  readonly processes: number;
  /** CPU time of each process. */
  readonly cpuSeconds: number;
  /** Limit for each file the program writes, and for what it leaves in memory-backed folders. */
  readonly fileBytes: number;
  /** Total growth of the folders that the program may write to. */
  readonly diskBytes: number;
  /** Files and folders that it may add, in those folders and in memory. */
  readonly files: number;
};

export type RunResult = {
  /**
   * `exited` with a code, or `killed` by its own signal. We stopped it if `timed-out`, `aborted` or
   * `over-limit`; `exceeded` then names the resource.
   */
  readonly status: "exited" | "killed" | "timed-out" | "aborted" | "over-limit";
  readonly exceeded?: "memory" | "processes" | "disk" | "files";
  /** As in shells: 128 plus the signal number if a signal ended it. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether output was cut at the limit. */
  readonly truncated: boolean;
  readonly durationMs: number;
};

/** Runs the programs of skills. Nothing else in this package starts a process. */
export type Sandbox = {
  /** Short name for reports: `bubblewrap`, `none`. */
  readonly name: string;
  /** Whether it keeps programs away from the user's files and the network. */
  readonly confines: boolean;
  /** Results of the break-out tests at its start; absent if it was never tested. */
  readonly proof?: SandboxProof;
  /** Throws a `SkillError` if the program cannot be started. */
  run(request: RunRequest): Promise<RunResult>;
};

/** The denials that were tested, each by a short name such as `home-hidden`. */
export type SandboxProof = { readonly held: readonly string[]; readonly failed: readonly string[] };
