import { leaveSkills } from "./leave-skills.ts";
import type { SessionParts } from "./session-parts.ts";

/** Leaves the skills that were activated for one turn, and those inside them. Runs in the session's queue. */
export async function endTurn(parts: SessionParts): Promise<void> {
  await parts.hooks.tell("stop");
  const first = parts.active.list().find(({ skill }) => skill.lifetime === "turn");
  if (first !== undefined)
    await leaveSkills({ activation: first.skill.activation, reason: "turn-ended" }, parts);
}

/** Leaves every skill, and lets nothing run any more. Runs in the session's queue. */
export async function endSession(parts: SessionParts): Promise<void> {
  await parts.hooks.tell("session-end");
  const outermost = parts.active.list()[0];
  if (outermost !== undefined)
    await leaveSkills({ activation: outermost.skill.activation, reason: "session-closed" }, parts);
  parts.active.shut();
  await parts.recorder.recordAfter({ event: "session-ended" });
}
