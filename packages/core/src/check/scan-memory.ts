import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Observation } from "../finding.ts";
import type { Unread } from "../scan/evidence.ts";

/** What a scan saw in a skill: all of it depends on the skill's content, its name and the rules. */
export type Scanned = {
  /** Of security rules, before profiles and limits. */
  readonly observations: readonly Observation[];
  readonly unread: readonly Unread[];
};

/** What earlier scans saw. */
export type ScanMemory = {
  /** Undefined for a skill that is new, has changed or cannot be known by its content. */
  readonly recall: (skill: LoadedSkill) => Scanned | undefined;
  /** Called after `recall`, once the skill has been scanned. */
  readonly keep: (skill: LoadedSkill, scanned: Scanned) => void;
};
