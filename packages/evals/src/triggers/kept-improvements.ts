import type { Workspace } from "../trials/refuse-links.ts";
import { appendJsonLine, readKeptLines } from "./json-lines.ts";
import { triggerFiles } from "./trigger-files.ts";

/** Earlier descriptions by the digest of their inputs. */
export function readImprovements(place: Workspace): ReadonlyMap<string, string> {
  return readKeptLines(place, triggerFiles.improvements, ({ description }) =>
    typeof description === "string" ? description : undefined,
  );
}

export function keepImprovement(place: Workspace, key: string, description: string): void {
  appendJsonLine(place, triggerFiles.improvements, { version: 1, key, description });
}
