import { type AuditSkill, type CombinedPolicy, type PolicyLayer, skillLayer } from "@skillwright/core";
import type { ActiveRecord } from "./active-record.ts";
import { ownFilePatterns } from "./own-files.ts";

/** What is active, with everything that calls are held against. */
export type ActiveLayers = {
  readonly records: readonly ActiveRecord[];
  /** Those of the policies, then one for each record. */
  readonly layers: readonly PolicyLayer[];
  /** For audit events. */
  readonly labels: readonly AuditSkill[];
  /** The record that a layer's name stands for; undefined for layers of policies. */
  find(layer: string): ActiveRecord | undefined;
};

/** Each active skill is a layer of its own, so that several intersect; policies say how their lists are read. */
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
  // Of a skill that only its agent has found, nobody here knows the folder: what stands for it in a list stays unclear.
  const variables =
    directory === "" ? {} : { SKILL_DIR: directory, CLAUDE_SKILL_DIR: directory, baseDir: directory };
  // Where a name stands for several skills, a refusal must say whose list it means.
  const label = isOnlyOne ? name : `${name} (${directory}, ${record.activation.slice(0, 8)})`;
  if (record.refused !== undefined)
    return skillLayer({ name: label, disallowedTools: [{ text: "*", tool: "*" }] });
  const requested = requestedTools && [...requestedTools, ...ownFilePatterns(record, cwd)];
  return skillLayer({ name: label, mode, emptyList, requestedTools: requested, disallowedTools, variables });
}
