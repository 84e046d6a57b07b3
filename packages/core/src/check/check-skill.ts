import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Finding } from "../finding.ts";
import { createGroupChecker } from "./check-group.ts";
import type { CheckSettings } from "./check-settings.ts";

/** Checks skills one at a time; rules that compare skills remember the earlier ones. */
export type Checker = (skill: LoadedSkill) => readonly Finding[];

export function createChecker(settings: CheckSettings): Checker {
  const check = createGroupChecker(settings);
  return (skill) => check([skill])[0] ?? [];
}

export function checkSkill(skill: LoadedSkill, settings: CheckSettings): readonly Finding[] {
  return createChecker(settings)(skill);
}
