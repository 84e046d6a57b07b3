import type { HookDecision } from "./case-hook.ts";

/** What came of a case's command or hooks; a sandbox's result has all but the last two. */
export type Observed = {
  /** As the sandbox says: the last three were stopped by us. */
  readonly status: "exited" | "killed" | "timed-out" | "aborted" | "over-limit";
  readonly exceeded?: "memory" | "processes" | "disk";
  /** As shells count it: 128 and the signal's number when a signal ended it. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Output was longer than what was kept. */
  readonly truncated: boolean;
  /** Paths below the skill's folder that were not there before. */
  readonly created: readonly string[];
  /** What the hooks made of the event; absent for commands. */
  readonly decision?: HookDecision;
};
