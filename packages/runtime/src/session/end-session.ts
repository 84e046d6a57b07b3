import { leaveSkills } from "./leave-skills.ts";
import type { SessionParts } from "./session-parts.ts";

/** Leaves the skills that were activated for one turn, and what is inside them. Runs in the session's queue. */
export async function endTurn(parts: SessionParts): Promise<void> {
  await parts.hooks.tell("stop");
  const active = parts.active.list();
  const first = active.findIndex(({ skill }) => skill.lifetime === "turn");
  if (first === -1) return;
  const leaving = active.slice(first).filter(({ skill }) => skill.lifetime !== "session");
  await leaveSkills(leaving, "turn-ended", parts);
}

/** Leaves every skill, and lets nothing run any more. Runs in the session's queue. */
export async function endSession(parts: SessionParts): Promise<void> {
  await parts.hooks.tell("session-end");
  await leaveSkills(parts.active.list(), "session-closed", parts);
  parts.active.shut();
  await parts.recorder.recordAfter({ event: "session-ended" });
}
