import { SkillError } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import type { FileChange, PlanItem } from "@skillwright/packaging";
import type { Io } from "../io.ts";
import { readable } from "../terminal/safe-text.ts";
import { unifiedDiff } from "../terminal/unified-diff.ts";

/** What changes in the texts of an installed skill, as lines, cut after a screenful. */
export function diffOf({ targets, files }: PlanItem, io: Io): readonly string[] {
  const [store] = targets;
  if (store === undefined || store.change !== "update") return [];
  const diffs = files.flatMap((file) => diffFile(store.path, file));
  const lines = diffs.flatMap((diff) => diff.trimEnd().split("\n"));
  const shown = lines
    .slice(0, maxLines)
    .map((line) => readable(line).slice(0, Math.max(40, io.terminal.columns - 4)));
  return lines.length > maxLines ? [...shown, `… ${lines.length - maxLines} more lines`] : shown;
}

const maxLines = 60;
const maxBytes = 262_144;

function diffFile(folder: string, file: FileChange): readonly string[] {
  if (!("entry" in file) || !("bytes" in file.entry) || file.change === "add") return [];
  const before = readText(`${folder}/${file.path}`);
  const after = decode(file.entry.bytes);
  return before === undefined || after === undefined ? [] : [unifiedDiff(file.path, before, after)];
}

function readText(path: string): string | undefined {
  try {
    return decode(createNodeFileSystem().read(path, maxBytes + 1).bytes);
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}

/** Undefined for what is not text, or too long to be shown. */
function decode(bytes: Uint8Array): string | undefined {
  if (bytes.length > maxBytes || bytes.includes(0)) return undefined;
  return new TextDecoder().decode(bytes);
}
