import type { StandIns, Tool } from "@skillwright/runtime";
import type { SkillSet } from "./prepare-skills.ts";
import type { Trial } from "./trial.ts";

/** A task for an agent, and the folder that it finds itself in. */
export type TrialTask = {
  readonly task: string;
  /** Skills that it may use; the same set may serve many trials. */
  readonly skills: SkillSet;
  /** Activated before the first step, as a person does with `/name task`. */
  readonly activate?: string;
  /** What is in its folder. */
  readonly files: readonly GivenFile[];
  readonly maxSteps?: number;
  readonly timeoutMs: number;
  /** The trial is over when this skill is activated. */
  readonly untilActivated?: string;
  /** Answers instead of tools' work. */
  readonly standIns?: StandIns;
  /** Tools that are there only for the task. */
  readonly functions?: readonly Tool[];
  /** Where what the agent made is copied to, as it is but for files that hold a secret: an absolute path, made when absent. */
  readonly keep?: string;
  /** Looks at the agent's folder and at what became of the task, before the folder is gone. */
  readonly observe?: (workspace: string, trial: Trial) => Promise<void>;
};

/** A file, and its path in the agent's folder, with `/`. */
export type GivenFile = { readonly from: string; readonly to: string };
