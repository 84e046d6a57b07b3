import { SkillError } from "../error.ts";
import type { Observation } from "../finding.ts";
import type { DirectoryEntry, FileSystem, ReadResult } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { type ParsedSkill, parseSkill } from "../parse/parse-skill.ts";
import { decodeUtf8 } from "../text/decode-utf8.ts";
import { isSkillFile, resolveInside } from "./layout.ts";
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

const skillFileNames: readonly string[] = ["SKILL.md", "skill.md"];

/**
 * Reads the skill in a directory, whose entries the caller may have listed already. A skill that cannot be read comes
 * back empty with the problem, never as an exception.
 */
export function loadSkill(
  fs: FileSystem,
  directory: string,
  entries?: readonly DirectoryEntry[],
): LoadedSkill {
  return readSkill(fs, directory, entries).parse();
}

/** A skill whose file has been read but not parsed. */
export type ReadSkill = { readonly bytes: number; readonly parse: () => LoadedSkill };

export function readSkill(fs: FileSystem, directory: string, entries?: readonly DirectoryEntry[]): ReadSkill {
  const directoryName = nameOfDirectory(fs, directory);
  for (const name of skillFileNames) {
    const file = `${directory}/${name}`;
    const result = tryRead(fs, directory, file);
    if (result === undefined) continue;
    const parse = (): LoadedSkill => {
      const files = createSkillFiles(fs, directory, entries);
      return { directory, directoryName, file, parsed: toParsed(result), files };
    };
    return { bytes: "bytes" in result ? result.bytes.length : 0, parse };
  }
  const parsed = unreadable(describeAbsence(fs, directory, entries));
  const skill = { directory, directoryName, file: `${directory}/SKILL.md`, parsed, files: noFiles };
  return { bytes: 0, parse: () => skill };
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

function toParsed(result: Pick<ReadResult, "bytes" | "size"> | Observation): ParsedSkill {
  if ("rule" in result) return unreadable(result);
  const { bytes, size } = result;
  if (size <= limits.skillFileBytes) return parseBytes(bytes);
  return unreadable({
    rule: "file.tooLarge",
    message: "tooLarge",
    args: { size, max: limits.skillFileBytes },
  });
}

/** The bytes, or why they cannot be read; undefined when the file does not exist. */
function tryRead(fs: FileSystem, directory: string, file: string): ReadResult | Observation | undefined {
  try {
    return fs.read(file, limits.skillFileBytes + 1);
  } catch (error) {
    return isLinkError(error) ? tryReadLinked(fs, directory, file) : toProblem(error);
  }
}

function isLinkError(error: unknown): boolean {
  return error instanceof SkillError && error.code === "file-is-link";
}

function toProblem(error: unknown): Observation | undefined {
  if (!(error instanceof SkillError)) throw error;
  return error.code === "file-missing" ? undefined : { rule: "file.unreadable", message: error.code };
}

function tryReadLinked(
  fs: FileSystem,
  directory: string,
  file: string,
): ReadResult | Observation | undefined {
  try {
    if (fs.realPath(file) === undefined) return { rule: "file.unreadable", message: "dangling" };
    const inside = resolveInside(fs, directory, file);
    if (inside === undefined) return { rule: "file.linkOutside", message: "skillFile" };
    return fs.read(inside, limits.skillFileBytes + 1);
  } catch (error) {
    return toProblem(error);
  }
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

/** `.` and `..` stand for a real name; a link to a directory goes by the link's name. */
function nameOfDirectory(fs: FileSystem, directory: string): string {
  const name = directory.slice(directory.lastIndexOf("/") + 1);
  const isNamed = name !== "" && name !== "." && name !== "..";
  return isNamed ? name : (fs.realPath(directory)?.split("/").at(-1) ?? "");
}
