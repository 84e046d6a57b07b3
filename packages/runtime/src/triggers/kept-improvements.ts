import type { FileSystem } from "@skillwright/core";
import { appendJsonLine, readJsonLines } from "./json-lines.ts";
import { triggerFiles } from "./trigger-files.ts";

/** Descriptions that were written, by the digest of what they were written from. */
export function readImprovements(fs: FileSystem, workspace: string): ReadonlyMap<string, string> {
  const lines = readJsonLines(fs, `${workspace}/${triggerFiles.improvements}`);
  return new Map(
    lines.flatMap(({ version, key, description }) =>
      version === 1 && typeof key === "string" && typeof description === "string"
        ? [[key, description] as const]
        : [],
    ),
  );
}

export function keepImprovement(workspace: string, key: string, description: string): void {
  appendJsonLine(`${workspace}/${triggerFiles.improvements}`, { version: 1, key, description });
}
