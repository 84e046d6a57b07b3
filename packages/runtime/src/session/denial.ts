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
    because === undefined
      ? headline(printable(tool), decision, blamed)
      : `Tool '${printable(tool)}' was not run`,
    because ?? formatDecision(decision),
    ...(blamed === undefined ? [] : wayOut(blamed)),
  ];
  return { tool, decision: toDenied(decision, because), text: lines.join("\n") };
}

/** The rules had let it through, or a person had been to be asked; then something else stood in the way. */
function toDenied(decision: Decision, because: string | undefined): Decision {
  return because === undefined ? decision : { ...decision, effect: "deny", detail: because };
}

/** Document d's wording where a skill refuses. */
function headline(tool: string, { layer }: Decision, blamed: Activated | undefined): string {
  if (blamed === undefined) return `Tool '${tool}' not allowed by the policy of the ${layer}`;
  return `Tool '${tool}' not allowed by active skill '${printable(blamed.skill.name)}'`;
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
