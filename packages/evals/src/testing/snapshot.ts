import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { printable } from "@skillwright/core/text";
import type { ReadyCase } from "./case.ts";
import { diffLines } from "./diff-lines.ts";
import type { TestFailure } from "./failure.ts";
import type { Observed } from "./judge-run.ts";
import { testingLimits } from "./limits.ts";

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
    .replace(/[ \t]$/, (space) => `\\u{${space.charCodeAt(0).toString(16)}}`);
  return shown === "" ? "|" : `| ${shown}`;
}

type SnapshotFailure = Extract<TestFailure, { readonly kind: "snapshot" }>;

/** Compares the streams with the saved snapshot; undefined when there is none. */
export function judgeSnapshot(
  saved: string | undefined,
  observed: Observed,
  options: SnapshotOptions,
): readonly SnapshotFailure[] {
  if (saved === undefined) return [{ kind: "snapshot", expected: "a kept snapshot", actual: [] }];
  // Git may have changed the file's line breaks and an editor its last one; line breaks of the streams are
  // escaped.
  const before = saved.replaceAll("\r\n", "\n").replace(/\n$/, "");
  const now = toSnapshot(observed, options).replace(/\n$/, "");
  return before === now ? [] : [{ kind: "snapshot", expected: "as kept", actual: diffLines(before, now) }];
}

/** The saved output of a case, `tests/snapshots/01-basic.txt`; undefined when there is none. */
export function readSnapshot(ready: SnapshotCase, fs: FileSystem): string | undefined {
  const path = `${folderOf(ready)}/${ready.stem}.txt`;
  if (fs.stat(path) === undefined) return undefined;
  const max = testingLimits.testSnapshotBytes;
  const { bytes, size } = fs.read(path, max);
  if (size > max) throw new SkillError("file-too-large", { path, size, max });
  return new TextDecoder().decode(bytes);
}

/** A skill that has been copied before, which proves that no link in it leads out. */
type SnapshotCase = Pick<ReadyCase, "skill" | "stem">;

function folderOf({ skill }: SnapshotCase): string {
  return `${skill.directory}/tests/snapshots`;
}

/** Saves the output of a case. Leaves the file alone when it already has this content. */
export function writeSnapshot(ready: SnapshotCase, text: string, fs: FileSystem): "written" | "unchanged" {
  const folder = folderOf(ready);
  const name = `${ready.stem}.txt`;
  const path = `${folder}/${name}`;
  const bytes = new TextEncoder().encode(text);
  if (fs.stat(path)?.size === bytes.length && isFile(folder, name, fs)) {
    const saved = fs.read(path, bytes.length).bytes;
    if (saved.every((byte, index) => byte === bytes[index])) return "unchanged";
  }
  fs.write(path, bytes, { replacesLink: true });
  return "written";
}

/** A link does not count: it is replaced by a file. */
function isFile(folder: string, name: string, fs: FileSystem): boolean {
  return fs.list(folder).some((entry) => entry.name === name && entry.kind === "file");
}
