import { printable } from "@skillwright/core";
import type { Activated } from "./active-skills.ts";
import type { Deactivation } from "./session.ts";
import type { SessionParts } from "./session-parts.ts";

export type Leaving = {
  /** Which skill, and with it all inside it. */
  readonly activation: string;
  readonly reason: "asked" | "turn-ended" | "session-closed" | "activated-again";
};

/** Leaves a skill and all inside it. Runs in the session's queue. */
export async function leaveSkills(
  { activation, reason }: Leaving,
  parts: SessionParts,
): Promise<readonly Activated[]> {
  const left = parts.active.takeFrom(activation);
  for (const activated of left) {
    // The restriction is already lifted; what a closing hook has to say cannot hold the agent back.
    await parts.hooks.end(activated);
    const { name, digest, activation: id } = activated.skill;
    await parts.recorder.recordAfter({
      event: "skill-deactivated",
      skill: { name, digest },
      activation: id,
      reason,
    });
  }
  return left;
}

/** What the caller of `deactivate` gets. */
export async function deactivateSkill(
  reference: string | undefined,
  parts: SessionParts,
): Promise<Deactivation> {
  const active = parts.active.list();
  const found =
    reference === undefined
      ? active.at(-1)
      : active.findLast(({ skill }) =>
          [skill.id, skill.name, skill.activation].includes(reference.replace(/^[/$]/, "")),
        );
  if (found === undefined) return { left: [], text: nothingToLeave(reference, active) };
  const left = await leaveSkills({ activation: found.skill.activation, reason: "asked" }, parts);
  const names = left.map(({ skill }) => skill.name);
  const rest = parts.active.list().map(({ skill }) => printable(skill.name));
  const still = rest.length === 0 ? "No skill is active." : `Still active: ${rest.join(", ")}.`;
  return { left: names, text: `Left ${names.map(printable).join(", ")}. ${still}` };
}

function nothingToLeave(reference: string | undefined, active: readonly Activated[]): string {
  const names = active.map(({ skill }) => printable(skill.name)).join(", ");
  if (reference === undefined || names === "") return "No skill is active.";
  return `The skill ${printable(reference)} is not active. Active: ${names}.`;
}
