import { plainEnvironment } from "@skillwright/runtime/sandbox";
import type { CasePlace } from "./case-place.ts";
import type { SkillCopy } from "./copy-skill.ts";

/**
 * What a case's programs get: the few variables of the host that do no harm, what a skill's scripts are told elsewhere, and
 * what the skill's `test-config.json` says, which has the last word.
 */
export function caseEnvironment({ ready, copy, host }: CasePlace): Readonly<Record<string, string>> {
  const { directory } = copy;
  return {
    ...plainEnvironment(host.environment),
    ...privatePlaces(copy),
    SKILL_NAME: ready.skill.name,
    SKILL_DIR: directory,
    SKILL_WORKSPACE: directory,
    SKILL_OUTPUT_DIR: directory,
    ...ready.config.environment,
  };
}

/** Even where nothing confines them, programs leave their temporary files and settings where they are removed. */
export function privatePlaces({ scratch }: SkillCopy): Readonly<Record<string, string>> {
  return { HOME: scratch, TMPDIR: scratch };
}
