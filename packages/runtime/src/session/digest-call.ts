import type { AuditSkill } from "@skillwright/core/audit";
import { sha256Hex } from "@skillwright/core/discover";

export type DigestedCall = {
  readonly tool: string;
  readonly input: unknown;
  /** An approval under some skills does not hold under others. */
  readonly skills: readonly AuditSkill[];
};

/** What an approval is bound to: the same for the same request, in any order of its fields. */
export function digestCall({ tool, input, skills }: DigestedCall): string {
  return sha256Hex(encoder.encode(JSON.stringify([tool, sortKeys(input), skills])));
}

const encoder = new TextEncoder();

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // Tagged, so that an object does not look like a list of its entries.
  return { entries: entries.map(([key, inner]) => [key, sortKeys(inner)]) };
}
