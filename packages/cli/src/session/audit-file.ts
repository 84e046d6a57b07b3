import type { Io } from "../io.ts";

/** The user's audit log, written by `exec` and `run`, read by `audit`. */
export function auditFile({ place }: Pick<Io, "place">): string {
  return `${place.dataFolder}/audit.jsonl`;
}
