import type { Io } from "../io.ts";

/** The user's own log, which `exec` and `run` write and `audit` reads. */
export function auditFile({ place }: Pick<Io, "place">): string {
  return `${place.dataFolder}/audit.jsonl`;
}
