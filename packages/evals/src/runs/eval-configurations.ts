import { prepareSkills, type SkillSet } from "../trials/prepare-skills.ts";
import type { EvalConfiguration } from "./eval-plan.ts";
import type { EvalRequest } from "./eval-request.ts";

/** The configurations to compare, the skill's own first, with the digests of the skills agents see. */
export async function digestConfigurations(request: EvalRequest): Promise<readonly EvalConfiguration[]> {
  const configurations: EvalConfiguration[] = [];
  for (const side of sidesOf(request)) {
    const skills = await openConfiguration(side, request);
    await skills.remove();
    configurations.push({ ...side, digests: skills.digests });
  }
  return configurations;
}

/** Copies the skills of a configuration; the caller removes the copies. */
export function openConfiguration(
  { directory }: Pick<EvalConfiguration, "directory">,
  { fs }: Pick<EvalRequest, "fs">,
): Promise<SkillSet> {
  return prepareSkills(directory === undefined ? [] : [{ directory }], { fs });
}

function sidesOf({ skill, baseline }: EvalRequest): readonly Omit<EvalConfiguration, "digests">[] {
  const own = { name: "with_skill", directory: skill.directory };
  if (baseline.kind === "old") return [own, { name: "old_skill", directory: baseline.directory }];
  return baseline.kind === "none" ? [own] : [own, { name: "without_skill" }];
}
