import { SkillError } from "@skillwright/core";
import type { AuditFact, AuditSkill, Trigger } from "@skillwright/core/audit";
import { type CombinedPolicy, ownFilePatterns, type PolicyLayer, skillLayer } from "@skillwright/core/policy";
import type { LeavingReason } from "../session/leave-skills.ts";
import type { FoundSkill, JudgeParts } from "./judge-parts.ts";
import type { ActiveRecord } from "./session-file.ts";

type Starting = {
  readonly found: readonly (FoundSkill & Pick<ActiveRecord, "loader">)[];
  readonly trigger: Trigger;
};

/** Activates skills; an identical active one stays once. Returns the facts to record. */
export async function addActive(
  { found, trigger }: Starting,
  parts: JudgeParts,
): Promise<readonly AuditFact[]> {
  if (found.length === 0) return [];
  const fresh = toRecords(found, parts);
  const before = await parts.state.change((active) => merge(active, fresh));
  return missingIn(before, fresh).map((record) => toActivated(record, trigger, parts));
}

/** The user sent a message: skills active for the last turn end. */
export async function endTurn({ state, lifetime }: JudgeParts): Promise<readonly AuditFact[]> {
  if (lifetime === "turn" && isTorn(state)) await state.remove();
  // A refusal lasts for its turn, however long skills last.
  const isOver = ({ refused }: ActiveRecord): boolean => lifetime === "turn" || refused !== undefined;
  if (!state.read().some(isOver)) return [];
  const before = await state.change((active) => active.filter((record) => !isOver(record)));
  return before
    .filter(isOver)
    .toReversed()
    .flatMap((record) => toLeft(record, "turn-ended"));
}

/** An unreadable file is dropped once everything it could say has ended. */
function isTorn({ read }: JudgeParts["state"]): boolean {
  try {
    read();
    return false;
  } catch (error) {
    if (error instanceof SkillError && error.code === "state-unreadable") return true;
    throw error;
  }
}

/** Blocks a turn in which the user named a forbidden skill: nothing runs until the next message. */
export async function blockTurn(name: string, refused: string, { state, clock }: JudgeParts): Promise<void> {
  const record = { name, directory: "", digest: "none", activation: clock.createId(), refused };
  await state.change((active) => [...active, record]);
}

/**
 * Leaves a skill our own server loaded, and everything loaded inside it, as sessions do; the innermost if no name is
 * given. A model that could leave other skills would not be restricted at all.
 */
export async function leaveActive(name: string, parts: JudgeParts): Promise<readonly AuditFact[]> {
  let left: readonly ActiveRecord[] = [];
  await parts.state.change((active) => {
    const own = active.filter(({ loader, refused }) => loader === "own-server" && refused === undefined);
    const at = findActive(own, name);
    left = at === -1 ? [] : own.slice(at);
    return left.length === 0 ? active : active.filter((record) => !left.includes(record));
  });
  return left.toReversed().flatMap((record) => toLeft(record, "asked"));
}

/** Forgets a session, even an unreadable one. */
export async function endActive({ state }: JudgeParts): Promise<readonly AuditFact[]> {
  const before = await state.remove();
  return before.toReversed().flatMap((record) => toLeft(record, "session-closed"));
}

/** Index of an active skill by its name or folder name; -1 if there is none. */
function findActive(active: readonly ActiveRecord[], name: string): number {
  if (name === "") return active.length - 1;
  const own = name.slice(name.lastIndexOf(":") + 1);
  return active.findIndex((record) => [record.name, folderOf(record)].includes(own));
}

/** The last part of a skill's path. */
export function folderOf({ directory }: Pick<FoundSkill, "directory">): string {
  return directory.slice(directory.lastIndexOf("/") + 1);
}

/** Deduplicated: one call may name a skill by its folder and by its name. */
function toRecords(found: Starting["found"], { clock }: JudgeParts): readonly ActiveRecord[] {
  const records = found.map((skill) => ({ ...skill, activation: clock.createId() }));
  return [...new Map(records.map((record) => [contentOf(record), record])).values()];
}

/** A skill that changed since it was loaded is added to its earlier version: editing a skill must not lift its list. */
function merge(active: readonly ActiveRecord[], fresh: readonly ActiveRecord[]): readonly ActiveRecord[] {
  const added = missingIn(active, fresh);
  return added.length === 0 ? active : [...active, ...added];
}

function missingIn(active: readonly ActiveRecord[], fresh: readonly ActiveRecord[]): readonly ActiveRecord[] {
  const known = new Set(active.map(contentOf));
  return fresh.filter((record) => !known.has(contentOf(record)));
}

/** Everything in a record except when it became active. */
function contentOf(record: ActiveRecord): string {
  const { name, directory, digest, loader = null, requestedTools, disallowedTools } = record;
  const texts = [requestedTools, disallowedTools].map((tools) => tools?.map(({ text }) => text) ?? null);
  return JSON.stringify([name, directory, digest, loader, ...texts]);
}

/** An agent loads a skill we cannot find: without a following event, the log shows that no list was known. */
export function toActivating(skill: string, trigger: Trigger): AuditFact {
  return { event: "skill-activating", skill, trigger };
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

/** A refused skill was never active. */
function toLeft(
  { name, digest, activation, refused }: ActiveRecord,
  reason: LeavingReason,
): readonly AuditFact[] {
  if (refused !== undefined) return [];
  return [{ event: "skill-deactivated", skill: { name, digest }, activation, reason }];
}

/** Active skills, and all layers that apply to calls. */
export type ActiveLayers = {
  readonly records: readonly ActiveRecord[];
  /** The policies' layers, then one per record. */
  readonly layers: readonly PolicyLayer[];
  /** For audit events. */
  readonly labels: readonly AuditSkill[];
  /** The record behind a layer name; undefined for policy layers. */
  find(layer: string): ActiveRecord | undefined;
};

/** Each active skill is a layer, so several intersect; policies decide how skills' lists are read. */
export function layerActive(
  records: readonly ActiveRecord[],
  policy: CombinedPolicy,
  cwd: string,
): ActiveLayers {
  const own = records.map((record) => ({ record, layer: toLayer(record, { records, cwd }, policy) }));
  return {
    records,
    layers: [...policy.layers, ...own.map(({ layer }) => layer)],
    labels: records.flatMap(({ name, digest, refused }) => (refused === undefined ? [{ name, digest }] : [])),
    find: (name) => own.find(({ layer }) => layer.name === name)?.record,
  };
}

function toLayer(
  record: ActiveRecord,
  { records, cwd }: { readonly records: readonly ActiveRecord[]; readonly cwd: string },
  { mode, emptyList }: CombinedPolicy,
): PolicyLayer {
  const { name, directory, requestedTools, disallowedTools } = record;
  const isOnlyOne = records.every((other) => other === record || other.name !== name);
  // The folder of a skill that only its agent found is unknown, so patterns with it stay unclear.
  const variables =
    directory === "" ? {} : { SKILL_DIR: directory, CLAUDE_SKILL_DIR: directory, baseDir: directory };
  // If a name matches several skills, a refusal must say which one.
  const label = isOnlyOne ? name : `${name} (${directory}, ${record.activation.slice(0, 8)})`;
  if (record.refused !== undefined)
    return skillLayer({ name: label, disallowedTools: [{ text: "*", tool: "*" }] });
  const requested = requestedTools && [...requestedTools, ...ownFilePatterns(record, cwd)];
  return skillLayer({ name: label, mode, emptyList, requestedTools: requested, disallowedTools, variables });
}
