import { type Decision, formatDecision, printable } from "@skillwright/core";
import type { Activated } from "./active-skills.ts";
import type { Denial } from "./session.ts";

export type DeniedCall = {
  readonly tool: string;
  readonly decision: Decision;
  /** Why it did not come to a decision: nobody to ask, a hook's refusal, no audit log. */
  readonly because?: string;
};

/** The refusal of a call: what it was, who refuses, what may run instead, and how to go on. */
export function createDenial({ tool, decision, because }: DeniedCall, active: readonly Activated[]): Denial {
  const blamed = active.find(({ layer }) => layer.name === decision.layer);
  const lines = [
    headline(printable(tool), decision, blamed),
    because ?? formatDecision(decision),
    ...(blamed === undefined ? [] : wayOut(blamed)),
  ];
  return { tool, decision, text: lines.join("\n") };
}

/** Document d's wording where a skill refuses. */
function headline(tool: string, { layer, effect }: Decision, blamed: Activated | undefined): string {
  if (effect !== "deny") return `Tool '${tool}' was not run`;
  if (blamed === undefined) return `Tool '${tool}' not allowed by the policy of the ${layer}`;
  return `Tool '${tool}' not allowed by active skill '${blamed.skill.name}'`;
}

function wayOut({ skill }: Activated): readonly string[] {
  const listed = skill.requestedTools?.map(printable).join(", ");
  const allowed =
    listed === undefined || listed === "" ? "only the skill tools" : `${listed}, and the skill tools`;
  return [
    ...(skill.requestedTools === undefined ? [] : [`Allowed tools: ${allowed}.`]),
    `If the task cannot be done with them, leave the skill with skills_deactivate {"name":${JSON.stringify(skill.id)}} and tell the user why.`,
  ];
}
