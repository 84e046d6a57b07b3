import { printable } from "@skillwright/core/text";
import type { Observed } from "./observed.ts";

export type SnapshotOptions = {
  /** Where the copy of the skill lies, in every spelling; each run has another one. */
  readonly folders: readonly string[];
};

/**
 * Both streams as a text to keep. It survives editors and git: a stream's lines begin with a bar, blanks at their ends and
 * unprintable characters are spelled out, and a last line without its end says so. Different streams give different texts.
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
    // What already looks like an escape must not be taken for one.
    .replaceAll("\\u{", "\\u{5c}u{")
    .replace(/[^\t]+/g, printable)
    .replace(/[ \t]$/, (blank) => `\\u{${blank.charCodeAt(0).toString(16)}}`);
  return shown === "" ? "|" : `| ${shown}`;
}
