import type { Activated } from "./active-skills.ts";
import { sessionLimits } from "./limits.ts";

/**
 * The instructions of the active skills, for a conversation about to be shortened. If there is not enough room, the
 * outer skills are cut first.
 */
export function protectedContent(active: readonly Activated[]): string {
  if (active.length === 0) return "";
  let room: number = sessionLimits.protectedTotalCharacters;
  const kept: string[] = [];
  for (const { skill } of active.toReversed()) {
    const text = cut(skill.content, Math.min(sessionLimits.protectedCharacters, room));
    room -= text.length;
    kept.unshift(text);
  }
  return [preamble, ...kept.filter((text) => text !== "")].join("\n\n");
}

const preamble =
  "These skills are active; their instructions came earlier in this conversation. Keep following them; do not start them again.";
const cutMark = "\n[Cut here. Read the skill's SKILL.md for the rest.]";

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return most <= cutMark.length ? "" : `${text.slice(0, most - cutMark.length).toWellFormed()}${cutMark}`;
}
