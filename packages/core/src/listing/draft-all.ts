import { type Draft, type DraftSettings, labelWhileFitting, showSkills } from "./draft.ts";
import { createFrame } from "./frame.ts";
import type { ListedSkill } from "./listed-skill.ts";

/**
 * Every skill at least by its name; undefined when there is no room for that, nor for a word about the skills that
 * were found for the task.
 */
export function draftAll(skills: readonly ListedSkill[], settings: DraftSettings): Draft | undefined {
  const frame = createFrame(settings, "complete");
  const room = settings.budget - frame.bytes;
  const labelled = labelWhileFitting(skills, room, settings);
  if (labelled.length < skills.length) return undefined;
  const shown = showSkills(labelled, room, settings);
  const isBestLost = shown.some(
    ({ skill, description }) => description === "missing" && settings.ranking.isBest(skill),
  );
  return isBestLost ? undefined : { frame, shown, rest: [], more: "" };
}
