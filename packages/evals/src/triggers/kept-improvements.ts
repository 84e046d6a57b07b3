import type { Workspace } from "../trials/refuse-links.ts";
import { appendJsonLine, readSavedLines } from "./json-lines.ts";
import { triggerFiles } from "./trigger-files.ts";

/** Earlier descriptions by the digest of their inputs. */
export function readImprovements(place: Workspace): ReadonlyMap<string, string> {
  return readSavedLines(place, triggerFiles.improvements, ({ description }) =>
    typeof description === "string" ? description : undefined,
  );
}

export function saveImprovement(place: Workspace, key: string, description: string): void {
  appendJsonLine(place, triggerFiles.improvements, { version: 1, key, description });
}
