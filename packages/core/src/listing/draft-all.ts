import { type Draft, type DraftSettings, labelWhileFitting, showSkills } from "./draft.ts";
import { createFrame } from "./frame.ts";
import type { ListedSkill } from "./listed-skill.ts";

/**
 * Lists every skill at least by name; undefined if that does not fit, or leaves no room for the descriptions of the
 * skills found for the task.
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
