import { printable } from "@skillwright/core/text";
import type { Observed } from "./observed.ts";

export type SnapshotOptions = {
  /** All spellings of the copy's folder, which differs in each run. */
  readonly folders: readonly string[];
};

/**
 * Formats both streams for a snapshot file that survives editors and git: lines start with a bar, trailing
 * spaces and unprintable characters are escaped, and a missing final line break is marked. Different streams
 * give different texts.
 */
export function toSnapshot(
  { stdout, stderr }: Pick<Observed, "stdout" | "stderr">,
  { folders }: SnapshotOptions,
): string {
  const longestFirst = folders.filter((folder) => folder !== "").toSorted((a, b) => b.length - a.length);
  const show = (text: string): readonly string[] =>
    toLines(longestFirst.reduce((shown, folder) => shown.replaceAll(folder, "<skill>"), text));
  return `${["stdout:", ...show(stdout), "stderr:", ...show(stderr)].join("\n")}\n`;
}

function toLines(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  const last = lines.pop();
  return last === "" ? lines.map(toLine) : [...lines.map(toLine), toLine(last ?? ""), "\\ no line break"];
}

function toLine(line: string): string {
  const shown = line
    // Escape existing escapes, so that they stay distinct.
    .replaceAll("\\u{", "\\u{5c}u{")
    .replace(/[^\t]+/g, printable)
    .replace(/[ \t]$/, (blank) => `\\u{${blank.charCodeAt(0).toString(16)}}`);
  return shown === "" ? "|" : `| ${shown}`;
}
