import type { Observation } from "../finding.ts";
import type { DirectoryEntry, FileSystem, ReadResult } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { type ParsedSkill, parseSkill } from "../parse/parse-skill.ts";
import { baseName } from "../path/path.ts";
import { decodeUtf8 } from "../text/utf8.ts";
import { isSkillFile } from "./layout.ts";
import { readSkillFile, type SkillFileFault, skillFileNames } from "./read-skill-file.ts";
import { createSkillFiles, noFiles, type SkillFiles } from "./skill-files.ts";

/** A skill that has been read and parsed, ready to be checked. */
export type LoadedSkill = {
  /** Directory as the caller named it; empty for plain text. */
  readonly directory: string;
  /** Last part of the directory's path, which the name must equal; undefined for plain text. */
  readonly directoryName: string | undefined;
  /** Path of the SKILL.md, for findings. */
  readonly file: string;
  readonly parsed: ParsedSkill;
  readonly files: SkillFiles;
};

/**
 * Reads the skill in a directory, whose entries the caller may have listed already. A skill that cannot be read comes
 * back empty with the problem, never as an exception.
 */
export function loadSkill(
  fs: FileSystem,
  directory: string,
  entries?: readonly DirectoryEntry[],
): LoadedSkill {
  const directoryName = nameOfDirectory(fs, directory);
  for (const name of skillFileNames) {
    const file = `${directory}/${name}`;
    const result = readSkillFile(fs, { directory, file });
    if (result === undefined) continue;
    const files = createSkillFiles(fs, directory, entries);
    return { directory, directoryName, file, parsed: toParsed(result), files };
  }
  const parsed = unreadable(describeAbsence(fs, directory, entries));
  return { directory, directoryName, file: `${directory}/SKILL.md`, parsed, files: noFiles };
}

/** A skill behind a link that leaves the given folder: reported, not read. */
export function skillOutside(directory: string): LoadedSkill {
  const parsed = unreadable({ rule: "file.linkOutside", message: "directory" });
  return { directory, directoryName: undefined, file: `${directory}/SKILL.md`, parsed, files: noFiles };
}

/** A skill given as text, for example from standard input. */
export function skillFromText(text: string, file = "SKILL.md"): LoadedSkill {
  return { directory: "", directoryName: undefined, file, parsed: parseSkill(text), files: noFiles };
}

/** A skill given as bytes; too many bytes or invalid UTF-8 are findings. */
export function skillFromBytes(bytes: Uint8Array, file: string): LoadedSkill {
  const parsed = toParsed({ bytes, size: bytes.length });
  return { directory: "", directoryName: undefined, file, parsed, files: noFiles };
}

function parseBytes(bytes: Uint8Array): ParsedSkill {
  const text = decodeUtf8(bytes);
  if (text === undefined) return unreadable({ rule: "file.encoding", message: "notUtf8" });
  if (text.includes("\0")) return unreadable({ rule: "file.encoding", message: "binary" });
  return parseSkill(text);
}

/** An empty skill with the reason why it could not be read. */
function unreadable(problem: Observation): ParsedSkill {
  return {
    text: "",
    manifest: { metadata: {}, unknown: {} },
    frontmatter: undefined,
    frontmatterSpan: undefined,
    bodySpan: { start: 0, end: 0 },
    problems: [problem],
    unreadable: true,
  };
}

function toParsed(result: Pick<ReadResult, "bytes" | "size"> | SkillFileFault): ParsedSkill {
  if ("fault" in result) return unreadable(describeFault(result));
  const { bytes, size } = result;
  if (size <= limits.skillFileBytes) return parseBytes(bytes);
  return unreadable({
    rule: "file.tooLarge",
    message: "tooLarge",
    args: { size, max: limits.skillFileBytes },
  });
}

function describeFault({ fault }: SkillFileFault): Observation {
  if (fault === "link-outside") return { rule: "file.linkOutside", message: "skillFile" };
  return { rule: "file.unreadable", message: fault === "link-dangling" ? "dangling" : fault };
}

/** A file name in another case is the likeliest reason. */
function describeAbsence(
  fs: FileSystem,
  directory: string,
  known: readonly DirectoryEntry[] | undefined,
): Observation {
  const entries = known ?? (fs.stat(directory)?.kind === "directory" ? fs.list(directory) : []);
  const found = entries.find(isSkillFile)?.name;
  if (found === undefined) return { rule: "file.missing", message: "missing" };
  return { rule: "file.missing", message: "otherCase", args: { found } };
}

/** `.` and `..` resolve to a real name; a link to a directory keeps the link's name. */
function nameOfDirectory(fs: FileSystem, directory: string): string {
  const name = baseName(directory);
  const isNamed = name !== "" && name !== "." && name !== "..";
  return isNamed ? name : (fs.realPath(directory)?.split("/").at(-1) ?? "");
}
