import { plainEnvironment } from "@skillwright/runtime/sandbox";
import type { CasePlace } from "./case-place.ts";
import type { SkillCopy } from "./copy-skill.ts";

/**
 * The environment of a case's programs: a few harmless variables of the host, the variables that scripts of
 * skills always get, and those of `test-config.json`, which win.
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

/** Keeps temporary files and settings in a folder that is removed, even without a sandbox. */
export function privatePlaces({ scratch }: SkillCopy): Readonly<Record<string, string>> {
  return { HOME: scratch, TMPDIR: scratch };
}
