import { printable } from "@skillwright/core/text";
import {
  type Change,
  endTurn as endTurnOf,
  type Leaver,
  type LeavingReason,
  leave,
  mayLeave,
  retract,
} from "../activations.ts";
import { type Activated, whyKept } from "./active-skills.ts";
import { sessionLimits } from "./limits.ts";
import { listUsable } from "./revoke-skills.ts";
import type { RunningCalls } from "./running-calls.ts";
import type { Deactivation } from "./session.ts";
import type { SessionParts } from "./session-parts.ts";

/** Applies a change at once, then runs the end hooks of the skills it ended and records them. */
export async function applyChange(
  { active, left }: Change<Activated>,
  reason: LeavingReason,
  parts: SessionParts,
): Promise<void> {
  parts.active.set(active);
  // What was revoked has ended before.
  for (const activated of left.filter(({ revoked }) => revoked === undefined)) {
    // The restriction is already lifted; an end hook cannot hold the agent back.
    await parts.hooks.end(activated);
    const { name, digest } = activated.skill;
    await parts.recorder.recordAfter({
      event: "skill-deactivated",
      skill: { name, digest },
      activation: activated.activation,
      reason,
    });
  }
}

type LeavingRequest = { readonly reference: string | undefined; readonly by: Leaver };

/** Leaves a skill on request, and everything inside it. Runs in the session's order. */
export async function deactivateSkill(
  { reference, by }: LeavingRequest,
  parts: SessionParts,
): Promise<Deactivation> {
  const active = parts.active.list();
  const named = findNamed(active, reference);
  if (named === undefined) return { left: [], text: nothingToLeave(active, reference) };
  const isNamed = reference === undefined ? undefined : (one: Activated) => one.family === named.family;
  const change = leave(active, { by, isNamed });
  if (change.left.length === 0) return { left: [], text: whyKept(named) };
  await applyChange(change, "asked", parts);
  const left = namesOf(change.left);
  return { left, text: `Left ${left.map(printable).join(", ")}. ${describeRest(change.active, by)}` };
}

function findNamed(active: readonly Activated[], reference: string | undefined): Activated | undefined {
  if (reference === undefined) return active.at(-1);
  const name = reference.replace(/^[/$]/, "");
  return active.findLast(({ skill }) => [skill.id, skill.name, skill.activation].includes(name));
}

/** Versions of a skill count once. */
function namesOf(skills: readonly Activated[]): readonly string[] {
  return [...new Map(skills.map(({ family, skill }) => [family, skill.name])).values()];
}

function describeRest(active: readonly Activated[], by: Leaver): string {
  if (active.length === 0) return "No skill is active.";
  const kept = active.findLast((one) => !mayLeave(one, by));
  const why = kept === undefined ? "" : ` ${whyKept(kept)}`;
  return `Still active: ${namesOf(active).map(printable).join(", ")}.${why}`;
}

function nothingToLeave(active: readonly Activated[], reference = ""): string {
  const names = namesOf(active).map(printable).join(", ");
  if (names === "") return "No skill is active.";
  return `The skill ${printable(reference)} is not active. Active: ${names}.`;
}

/** Leaves the skills activated for one turn, and everything inside them. Runs in the session's order. */
export async function endTurn(parts: SessionParts): Promise<void> {
  await parts.hooks.tell("stop");
  await applyChange(endTurnOf(listUsable(parts)), "turn-ended", parts);
}

/** Takes back an activation whose instructions never reached the model. Runs in the session's order. */
export function retractSkill(activation: string, parts: SessionParts): Promise<void> {
  return applyChange(retract(parts.active.list(), activation), "not-loaded", parts);
}

type Ending = { readonly forks: ReadonlySet<Promise<unknown>>; readonly running: RunningCalls };

/** Stops all calls, waits for them to end, and leaves every skill. */
export async function endSession(parts: SessionParts, { forks, running }: Ending): Promise<void> {
  await parts.order.change(async () => {
    await Promise.allSettled(forks);
    // First: whatever fails afterwards, the session is closed.
    parts.active.shut();
    await parts.order.admitted(sessionLimits.callsEndMs);
  });
  // Outside the order, since a call may itself be waiting in it.
  await running.end();
  await parts.order.change(() => leaveSession(parts));
}

async function leaveSession(parts: SessionParts): Promise<void> {
  try {
    await parts.hooks.tell("session-end");
    await applyChange(
      { active: [], began: [], left: parts.active.list().toReversed() },
      "session-closed",
      parts,
    );
  } finally {
    parts.drafts?.discard();
    if (parts.inherited.outputs === undefined) parts.outputs.close();
    await parts.recorder.recordAfter({ event: "session-ended" });
  }
}
