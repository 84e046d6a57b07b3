import { SkillError } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import type { FileChange, PlanItem, TreeEntry } from "@skillwright/packaging";
import type { Io } from "../io.ts";
import { readable } from "../terminal/safe-text.ts";
import type { Style } from "../terminal/style.ts";
import { countOf } from "../terminal/text-width.ts";
import { unifiedDiff } from "../terminal/unified-diff.ts";

/** What changes in the texts of an installed skill, as lines: edited files, and scripts that come or go. Long ones are cut. */
export function diffOf({ targets, files }: PlanItem, io: Io, style: Style): readonly string[] {
  const [store] = targets;
  if (store === undefined || store.change !== "update") return [];
  const diffs = files.flatMap((file) => diffFile(store.path, file)).map((diff) => diff.trimEnd().split("\n"));
  const lines = diffs.flatMap((diff) => cut(diff, fileLines));
  const columns = Math.max(40, io.terminal.columns - 4);
  return cut(lines, allLines).map((line) => paintLine(fitLine(readable(line), columns), style));
}

/** A line that is longer than the screen shows that it goes on. */
function fitLine(line: string, columns: number): string {
  return line.length <= columns ? line : `${line.slice(0, columns - 1)}…`;
}

function paintLine(line: string, { red, green, bold }: Style): string {
  if (/^(?:---|\+\+\+) /.test(line)) return bold(line);
  if (line.startsWith("+")) return green(line);
  return line.startsWith("-") ? red(line) : line;
}

/** Room for several files: a long one must not hide the others. */
const fileLines = 60;
const allLines = 200;
const maxBytes = 262_144;

function cut(lines: readonly string[], most: number): readonly string[] {
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most), `… ${countOf(lines.length - most, "more line")}`];
}

function diffFile(folder: string, file: FileChange): readonly string[] {
  const path = `${folder}/${file.path}`;
  const isNew = file.change === "add";
  const isGone = file.change === "remove";
  const after = "entry" in file ? textOf(file.entry) : undefined;
  const before = isNew ? undefined : readText(path);
  if (file.change === "keep" || (before === undefined && !isNew) || (after === undefined && !isGone))
    return [];
  if ((isNew || isGone) && !isScript(file.path, before ?? after ?? "")) return [];
  const diff = unifiedDiff(file.path, before, after);
  // The user's file stays: the difference is to the one that is written beside it.
  return [
    file.change === "conflict" ? diff.replace(/^\+\+\+ .*$/m, () => `+++ ${printable(file.beside)}`) : diff,
  ];
}

function textOf(entry: TreeEntry): string | undefined {
  return "bytes" in entry ? decode(entry.bytes) : undefined;
}

function isScript(path: string, text: string): boolean {
  return path.startsWith("scripts/") || text.startsWith("#!");
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
