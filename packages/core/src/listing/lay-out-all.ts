import { type ListLayout, type ListSettings, showSkills, takeFittingNames } from "./list-layout.ts";
import { createListWrapper } from "./list-wrapper.ts";
import type { ListedSkill } from "./listed-skill.ts";

/**
 * Lists every skill at least by name; undefined if that does not fit, or leaves no room for the descriptions of the
 * skills found for the task.
 */
export function layOutAll(skills: readonly ListedSkill[], settings: ListSettings): ListLayout | undefined {
  const wrapper = createListWrapper(settings, "complete");
  const room = settings.budget - wrapper.bytes;
  const labelled = takeFittingNames(skills, room, settings);
  if (labelled.length < skills.length) return undefined;
  const shown = showSkills(labelled, room, settings);
  const isBestLost = shown.some(
    ({ skill, description }) => description === "missing" && settings.ranking.isBest(skill),
  );
  return isBestLost ? undefined : { wrapper, shown, rest: [], more: "" };
}
