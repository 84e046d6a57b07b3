import type { StandIns, Tool } from "@skillwright/runtime";
import type { SkillSet } from "./prepare-skills.ts";
import type { Trial } from "./trial.ts";

/** A task for an agent, and the content of its folder. */
export type TrialTask = {
  readonly task: string;
  /** The agent's skills; many trials may share a set. */
  readonly skills: SkillSet;
  /** Activated before the first step, as a user does with `/name task`. */
  readonly activate?: string;
  /** The files in its folder. */
  readonly files: readonly GivenFile[];
  readonly maxSteps?: number;
  readonly timeoutMs: number;
  /** Ends the trial when this skill is activated. */
  readonly untilActivated?: string;
  /** Predefined answers in place of tools. */
  readonly standIns?: StandIns;
  /** Tools that exist only for this task. */
  readonly functions?: readonly Tool[];
  /** An absolute path to copy the created files to, except those with secrets; created when absent. */
  readonly keep?: string;
  /** Called with the agent's folder and the trial before the folder is removed. */
  readonly observe?: (workspace: string, trial: Trial) => Promise<void>;
};

/** A file, and its path in the agent's folder, with `/`. */
export type GivenFile = { readonly from: string; readonly to: string };
