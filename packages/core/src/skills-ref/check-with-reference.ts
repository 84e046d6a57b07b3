import type { LoadedSkill } from "../discover/load-skill.ts";
import type { Finding } from "../finding.ts";

export function validateWithReference(_skill: LoadedSkill): readonly Finding[] {
  return [];
}
