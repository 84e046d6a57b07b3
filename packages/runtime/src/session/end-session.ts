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

/** Lets nothing run any more, and leaves every skill. Runs in the session's queue. */
export async function endSession(parts: SessionParts): Promise<void> {
  const leaving = parts.active.list();
  // First of all: whatever goes wrong afterwards, the session is closed.
  parts.active.shut();
  try {
    await parts.hooks.tell("session-end");
    await leaveSkills(leaving, "session-closed", parts);
  } finally {
    parts.drafts?.discard();
    if (parts.inherited.outputs === undefined) parts.outputs.close();
    await parts.recorder.recordAfter({ event: "session-ended" });
  }
}
