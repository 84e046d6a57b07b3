import type { HookDecision } from "./case-hook.ts";

/** What a case's command or hooks did: a sandbox's result plus two fields. */
export type Observed = {
  /** As reported by the sandbox; we stopped the last three. */
  readonly status: "exited" | "killed" | "timed-out" | "aborted" | "over-limit";
  readonly exceeded?: "memory" | "processes" | "disk";
  /** As in shells: 128 plus the signal's number for a signal. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The output was longer than the limit. */
  readonly truncated: boolean;
  /** Paths of new files, relative to the skill. */
  readonly created: readonly string[];
  /** The hooks' decision; absent for commands. */
  readonly decision?: HookDecision;
};
