import type { AuditSkill } from "@skillwright/core/audit";
import { type CombinedPolicy, ownFilePatterns, type PolicyLayer, skillLayer } from "@skillwright/core/policy";
import type { ActiveRecord } from "./active-record.ts";

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
  // If a name stands for several skills, a refusal must say which one.
  const label = isOnlyOne ? name : `${name} (${directory}, ${record.activation.slice(0, 8)})`;
  if (record.refused !== undefined)
    return skillLayer({ name: label, disallowedTools: [{ text: "*", tool: "*" }] });
  const requested = requestedTools && [...requestedTools, ...ownFilePatterns(record, cwd)];
  return skillLayer({ name: label, mode, emptyList, requestedTools: requested, disallowedTools, variables });
}
