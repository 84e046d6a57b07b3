import { SkillError } from "@skillwright/core";
import type { AuditFact, AuditSkill, Trigger } from "@skillwright/core/audit";
import { type CombinedPolicy, ownFilePatterns, type PolicyLayer, skillLayer } from "@skillwright/core/policy";
import {
  type Activation,
  begin,
  type Change,
  endTurn as endTurnOf,
  type LeavingReason,
  leave,
} from "../activations.ts";
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
  const fresh = toHeld(found, parts);
  const { began, left } = await change(parts, (active) => beginAll(active, fresh));
  return [
    ...left.flatMap((record) => toLeft(record, "activated-again")),
    ...began.map((record) => toActivated(record, trigger, parts)),
  ];
}

function toHeld(found: Starting["found"], parts: JudgeParts): readonly Held[] {
  return found.map((skill) => inForce(parts)({ ...skill, activation: parts.clock.createId() }));
}

/** One call may load several skills, and one skill by its folder and by its name. */
function beginAll(active: readonly Held[], fresh: readonly Held[]): Change<Held> {
  return fresh.reduce<Change<Held>>(
    (before, record) => {
      const { active: now, began, left } = begin(before.active, record);
      return { active: now, began: [...before.began, ...began], left: [...before.left, ...left] };
    },
    { active, began: [], left: [] },
  );
}

/** A record as the rules of activations see it. */
type Held = Omit<ActiveRecord, "lifetime"> & Activation;

function inForce({ lifetime }: Pick<JudgeParts, "lifetime">): (record: ActiveRecord) => Held {
  return (record) => {
    const { name, directory, digest, loader, refused, requestedTools, disallowedTools, declared } = record;
    const lists = [requestedTools, disallowedTools].map((tools) => tools?.map(({ text }) => text));
    return {
      ...record,
      family: name,
      restriction: JSON.stringify([directory, refused, ...lists, declared]),
      instructions: digest,
      // A refusal lasts for its turn, however long skills last.
      lifetime: refused === undefined ? (record.lifetime ?? lifetime) : "turn",
      leaver: loader === "own-server" ? "model" : "user",
    };
  };
}

/** Applies a rule of activations to the session's file. */
async function change(
  parts: JudgeParts,
  rule: (active: readonly Held[]) => Change<Held>,
): Promise<Pick<Change<Held>, "began" | "left">> {
  let changed: Change<Held> = { active: [], began: [], left: [] };
  await parts.state.change((active) => {
    changed = rule(active.map(inForce(parts)));
    return changed.active.map(toRecord);
  });
  return changed;
}

/** `turn` is the default and is not stored, so that a longer lifetime of the guard later applies to the skill too. */
function toRecord({ loader: _, lifetime, leaver, ...record }: Held): ActiveRecord {
  return {
    ...record,
    ...(leaver === "model" ? { loader: "own-server" } : {}),
    ...(lifetime === "session" ? { lifetime } : {}),
  };
}

/** The active skills with these among them, as `addActive` leaves them. */
export function joinActive(
  active: readonly ActiveRecord[],
  found: Starting["found"],
  parts: JudgeParts,
): readonly ActiveRecord[] {
  return beginAll(active.map(inForce(parts)), toHeld(found, parts)).active.map(toRecord);
}

/** The user sent a message: skills active for the last turn end. */
export async function endTurn(parts: JudgeParts): Promise<readonly AuditFact[]> {
  const { state, lifetime } = parts;
  if (lifetime === "turn" && isTorn(state)) await state.remove();
  if (endTurnOf(state.read().map(inForce(parts))).left.length === 0) return [];
  const { left } = await change(parts, endTurnOf);
  return left.flatMap((record) => toLeft(record, "turn-ended"));
}

/** What was revoked restricts the agent until the user's next message, however long skills last. */
export async function endRevoked(parts: JudgeParts): Promise<readonly AuditFact[]> {
  const { lease, state } = parts;
  if (lease === undefined) return [];
  const isRevoked = (record: Omit<ActiveRecord, "lifetime">): boolean =>
    record.refused === undefined && lease.checkActive(record)?.code === "revoked";
  if (!state.read().some(isRevoked)) return [];
  const { left } = await change(parts, (active) => ({
    active: active.filter((one) => !isRevoked(one)),
    began: [],
    left: active.filter(isRevoked).toReversed(),
  }));
  return left.flatMap((record) => toLeft(record, "revoked"));
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
  const own = name.slice(name.lastIndexOf(":") + 1);
  const isNamed = (record: Held): boolean => [record.name, folderOf(record)].includes(own);
  const named = name === "" ? undefined : isNamed;
  const { left } = await change(parts, (active) => leave(active, { by: "model", isNamed: named }));
  return left.flatMap((record) => toLeft(record, "asked"));
}

/**
 * Ends a session, even an unreadable one. Agents resume sessions under the same id, so what lasts for the session stays
 * until its file is old.
 */
export async function endActive(parts: JudgeParts): Promise<readonly AuditFact[]> {
  const { state } = parts;
  const active = isTorn(state) ? [] : state.read().map(inForce(parts));
  if (active.some(({ lifetime }) => lifetime === "session")) return endTurn(parts);
  const before = await state.remove();
  return before.toReversed().flatMap((record) => toLeft(record, "session-closed"));
}

/** The last part of a skill's path. */
export function folderOf({ directory }: Pick<FoundSkill, "directory">): string {
  return directory.slice(directory.lastIndexOf("/") + 1);
}

/** An agent loads a skill we cannot find: without a following event, the log shows that no list was known. */
export function toActivating(skill: string, trigger: Trigger): AuditFact {
  return { event: "skill-activating", skill, trigger };
}

function toActivated(record: Held, trigger: Trigger, { policy }: JudgeParts): AuditFact {
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
  { name, digest, activation, refused }: Omit<ActiveRecord, "lifetime">,
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
  const { name, directory, requestedTools, disallowedTools, declared } = record;
  const isOnlyOne = records.every((other) => other === record || other.name !== name);
  // The folder of a skill that only its agent found is unknown, so patterns with it stay unclear.
  const variables =
    directory === "" ? {} : { SKILL_DIR: directory, CLAUDE_SKILL_DIR: directory, baseDir: directory };
  // If a name matches several skills, a refusal must say which one.
  const label = isOnlyOne ? name : `${name} (${directory}, ${record.activation.slice(0, 8)})`;
  if (record.refused !== undefined)
    return skillLayer({ name: label, disallowedTools: [{ text: "*", tool: "*" }] });
  const requested = requestedTools && [...requestedTools, ...ownFilePatterns(record, cwd)];
  return skillLayer({
    ...{ name: label, mode, emptyList, disallowedTools, declared, variables },
    requestedTools: requested,
  });
}
