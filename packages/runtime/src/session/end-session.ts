import type { Activated } from "./active-skills.ts";
import { leaveSkills } from "./leave-skills.ts";
import type { RunningCalls } from "./running-calls.ts";
import type { SessionParts } from "./session-parts.ts";

/** Leaves the skills activated for one turn, and everything inside them. Runs in the session's queue. */
export async function endTurn(parts: SessionParts): Promise<void> {
  await parts.hooks.tell("stop");
  const active = parts.active.list();
  const first = active.findIndex(({ skill }) => skill.lifetime === "turn");
  if (first === -1) return;
  const leaving = active.slice(first).filter(({ skill }) => skill.lifetime !== "session");
  await leaveSkills(leaving, "turn-ended", parts);
}

type Ending = { readonly forks: ReadonlySet<Promise<unknown>>; readonly running: RunningCalls };

/** Stops all calls, waits for them to end, and leaves every skill. */
export async function endSession(parts: SessionParts, { forks, running }: Ending): Promise<void> {
  const leaving = await parts.queue(async () => {
    await Promise.allSettled(forks);
    // First: whatever fails afterwards, the session is closed.
    parts.active.shut();
    return parts.active.list();
  });
  // Outside the queue, since a call may itself be waiting in it.
  await running.end();
  await parts.queue(() => leaveSession(leaving, parts));
}

async function leaveSession(leaving: readonly Activated[], parts: SessionParts): Promise<void> {
  try {
    await parts.hooks.tell("session-end");
    await leaveSkills(leaving, "session-closed", parts);
  } finally {
    parts.drafts?.discard();
    if (parts.inherited.outputs === undefined) parts.outputs.close();
    await parts.recorder.recordAfter({ event: "session-ended" });
  }
}
