import type { AuditFact, Trigger } from "@skillwright/core";
import type { LeavingReason } from "../session/leave-skills.ts";
import type { ActiveRecord } from "./active-record.ts";
import type { FoundSkill, JudgeParts } from "./judge-parts.ts";

/** Makes skills active; one that is already, as it is, stays once. Answers with what is to be written down. */
export async function addActive(
  found: readonly FoundSkill[],
  trigger: Trigger,
  parts: JudgeParts,
): Promise<readonly AuditFact[]> {
  if (found.length === 0) return [];
  const fresh = toRecords(found, parts);
  const before = await parts.state.change((active) => merge(active, fresh));
  return missingIn(before, fresh).map((record) => toActivated(record, trigger, parts));
}

/** A user has said something: what was active for the last turn is over. */
export async function endTurn({ state, lifetime }: JudgeParts): Promise<readonly AuditFact[]> {
  // What was refused counts for the turn that called for it, however long skills last.
  const isOver = ({ refused }: ActiveRecord): boolean => lifetime === "turn" || refused !== undefined;
  if (!state.read().some(isOver)) return [];
  const before = await state.change((active) => active.filter((record) => !isOver(record)));
  return before
    .filter(isOver)
    .toReversed()
    .flatMap((record) => toLeft(record, "turn-ended"));
}

/** Shuts a turn in which a user called for a skill that must not be used: nothing runs until their next message. */
export async function shutTurn(name: string, refused: string, { state, clock }: JudgeParts): Promise<void> {
  const record = { name, directory: "", digest: "none", activation: clock.createId(), refused };
  await state.change((active) => [...active, record]);
}

/** Leaves a skill and all that were loaded inside it, as sessions do; the innermost when no name is said. */
export async function leaveActive(name: string, parts: JudgeParts): Promise<readonly AuditFact[]> {
  let left: readonly ActiveRecord[] = [];
  await parts.state.change((active) => {
    const at = findActive(active, name);
    const isInside = ({ refused }: ActiveRecord, index: number): boolean =>
      at !== -1 && index >= at && refused === undefined;
    left = active.filter(isInside);
    return left.length === 0 ? active : active.filter((record, index) => !isInside(record, index));
  });
  return left.toReversed().flatMap((record) => toLeft(record, "asked"));
}

/** Forgets a session, also one of which nobody can tell any more what was active. */
export async function endActive({ state }: JudgeParts): Promise<readonly AuditFact[]> {
  const before = await state.remove();
  return before.toReversed().flatMap((record) => toLeft(record, "session-closed"));
}

/** Where a skill stands among the active ones, by its name or its folder's; -1 when it is not there. */
function findActive(active: readonly ActiveRecord[], name: string): number {
  if (name === "") return active.length - 1;
  const own = name.slice(name.lastIndexOf(":") + 1);
  return active.findIndex((record) => [record.name, folderOf(record)].includes(own));
}

/** The last part of a skill's path. */
export function folderOf({ directory }: Pick<FoundSkill, "directory">): string {
  return directory.slice(directory.lastIndexOf("/") + 1);
}

function toRecords(found: readonly FoundSkill[], { clock }: JudgeParts): readonly ActiveRecord[] {
  return found.map((skill) => ({ ...skill, activation: clock.createId() }));
}

/** A skill that has changed since it was loaded comes on top of what it was: nobody gets rid of a list by editing it. */
function merge(active: readonly ActiveRecord[], fresh: readonly ActiveRecord[]): readonly ActiveRecord[] {
  const added = missingIn(active, fresh);
  return added.length === 0 ? active : [...active, ...added];
}

function missingIn(active: readonly ActiveRecord[], fresh: readonly ActiveRecord[]): readonly ActiveRecord[] {
  const known = new Set(active.map(contentOf));
  return fresh.filter((record) => !known.has(contentOf(record)));
}

/** Everything that a record says but when it became active. */
function contentOf({ name, directory, digest, requestedTools, disallowedTools }: ActiveRecord): string {
  const texts = [requestedTools, disallowedTools].map((tools) => tools?.map(({ text }) => text) ?? null);
  return JSON.stringify([name, directory, digest, ...texts]);
}

function toActivated(record: ActiveRecord, trigger: Trigger, { policy }: JudgeParts): AuditFact {
  const { name, digest, activation, requestedTools } = record;
  return {
    event: "skill-activated",
    skill: { name, digest },
    activation,
    trigger,
    mode: policy.mode,
    ...(requestedTools === undefined ? {} : { requestedTools: requestedTools.map(({ text }) => text) }),
  };
}

/** What never became active is not left. */
function toLeft(
  { name, digest, activation, refused }: ActiveRecord,
  reason: LeavingReason,
): readonly AuditFact[] {
  if (refused !== undefined) return [];
  return [{ event: "skill-deactivated", skill: { name, digest }, activation, reason }];
}
