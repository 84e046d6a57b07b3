import { printable } from "@skillwright/core/text";
import type { Activated } from "./active-skills.ts";
import type { RunningCalls } from "./running-calls.ts";
import type { Deactivation } from "./session.ts";
import type { SessionParts } from "./session-parts.ts";

export type LeavingReason = "asked" | "turn-ended" | "session-closed" | "activated-again";

/** Leaves skills, innermost first. Runs in the session's queue. */
export async function leaveSkills(
  skills: readonly Activated[],
  reason: LeavingReason,
  parts: SessionParts,
): Promise<readonly Activated[]> {
  const left = parts.active.take(skills);
  for (const activated of left) {
    // The restriction is already lifted; an end hook cannot hold the agent back.
    await parts.hooks.end(activated);
    const { name, digest, activation } = activated.skill;
    await parts.recorder.recordAfter({
      event: "skill-deactivated",
      skill: { name, digest },
      activation,
      reason,
    });
  }
  return left;
}

/** Leaves a skill on request, and everything inside it. */
export async function deactivateSkill(
  reference: string | undefined,
  parts: SessionParts,
): Promise<Deactivation> {
  const active = parts.active.list();
  const at = reference === undefined ? active.length - 1 : findActive(active, reference);
  const leaving = at === -1 ? [] : active.slice(at);
  if (leaving.length === 0) return { left: [], text: nothingToLeave(reference, active) };
  const lasting = leaving.find(({ skill }) => skill.lifetime === "session");
  if (lasting !== undefined)
    return { left: [], text: `The skill ${printable(lasting.skill.id)} stays active for the whole session.` };
  const left = await leaveSkills(leaving, "asked", parts);
  const names = left.map(({ skill }) => skill.name);
  const rest = parts.active.list().map(({ skill }) => printable(skill.name));
  const still = rest.length === 0 ? "No skill is active." : `Still active: ${rest.join(", ")}.`;
  return { left: names, text: `Left ${names.map(printable).join(", ")}. ${still}` };
}

function findActive(active: readonly Activated[], reference: string): number {
  const name = reference.replace(/^[/$]/, "");
  return active.findLastIndex(({ skill }) => [skill.id, skill.name, skill.activation].includes(name));
}

function nothingToLeave(reference: string | undefined, active: readonly Activated[]): string {
  const names = active.map(({ skill }) => printable(skill.name)).join(", ");
  if (reference === undefined || names === "") return "No skill is active.";
  return `The skill ${printable(reference)} is not active. Active: ${names}.`;
}

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
