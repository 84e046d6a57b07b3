import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import { SkillError } from "../error.ts";
import type { FileSystem, ReadResult } from "../fs/file-system.ts";
import { isInside, joinPath } from "../path/path.ts";
import { decodeUtf8 } from "../text/utf8.ts";
import { listingLimits } from "./limits.ts";

export type ProjectInstruction = {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  /** The text is only the start of the file. */
  readonly isCut: boolean;
};

export type ProjectInstructions = {
  /** From the project's root down: the file closest to the working folder comes last, where it weighs most. */
  readonly instructions: readonly ProjectInstruction[];
  readonly findings: readonly DiscoveryFinding[];
};

export type InstructionFolders = {
  /** Working folder; absolute. */
  readonly from: string;
  /** Root of the repository; absolute. Nothing outside it is read, not even through a link. */
  readonly upTo: string;
};

/**
 * Reads a project's instructions for agents: AGENTS.md, or else CLAUDE.md, of every folder from the project's root down to
 * the working folder. A folder outside the project has none. Over the limit, the closest files are kept.
 */
export function readProjectInstructions(
  fs: FileSystem,
  { from, upTo }: InstructionFolders,
): ProjectInstructions {
  const root = fs.realPath(upTo);
  if (root === undefined || !isInside(upTo, from)) return { instructions: [], findings: [] };
  const reading: Reading = {
    fs,
    root,
    seen: new Set(),
    left: listingLimits.projectInstructionBytes,
    found: [],
    findings: [],
  };
  for (const folder of foldersUpTo(upTo, from)) readFolder(reading, folder);
  return { instructions: reading.found.reverse(), findings: reading.findings };
}

type Reading = {
  readonly fs: FileSystem;
  /** Real path of the project's root. */
  readonly root: string;
  /** Real paths of files already read, so that a link to one adds nothing. */
  readonly seen: Set<string>;
  readonly found: ProjectInstruction[];
  readonly findings: DiscoveryFinding[];
  /** Bytes that may still be read. */
  left: number;
};

/** Closest first. */
function foldersUpTo(root: string, folder: string): readonly string[] {
  const folders = [root];
  for (const name of folder
    .slice(root.length)
    .split("/")
    .filter((part) => part !== "")) {
    folders.push(joinPath(folders.at(-1) ?? root, name));
  }
  return folders.reverse();
}

const fileNames = ["AGENTS.md", "CLAUDE.md"];

/** Reads the first of the two files that is not empty. */
function readFolder(reading: Reading, folder: string): void {
  for (const name of fileNames) {
    const instruction = readInstruction(reading, joinPath(folder, name));
    if (instruction === undefined) continue;
    reading.found.push(instruction);
    return;
  }
}

function readInstruction(reading: Reading, path: string): ProjectInstruction | undefined {
  const { fs, root, seen, findings, left } = reading;
  const real = fs.realPath(path);
  if (real === undefined || seen.has(real)) return undefined;
  if (!isInside(root, real)) {
    findings.push({ code: "link-leaves-root", severity: "warning", path, args: { target: real } });
    return undefined;
  }
  const file = readOrReport(reading, real, path);
  if (file === undefined) return undefined;
  seen.add(real);
  const isCut = file.size > left;
  if (isCut) {
    const args = { max: listingLimits.projectInstructionBytes };
    findings.push({ code: "instructions-shortened", severity: "warning", path, args });
  }
  const text = isCut ? decodeStart(file.bytes) : decodeUtf8(file.bytes);
  if (text === undefined) reportUnreadable(reading, path, "not UTF-8 text");
  const trimmed = text?.replace(/^\ufeff/, "").trim() ?? "";
  if (trimmed === "") return undefined;
  reading.left -= file.bytes.length;
  return { path, text: trimmed, isCut };
}

function readOrReport(reading: Reading, real: string, path: string): ReadResult | undefined {
  try {
    return reading.fs.read(real, reading.left);
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    reportUnreadable(reading, path, error.code);
    return undefined;
  }
}

function reportUnreadable({ findings }: Reading, path: string, reason: string): void {
  findings.push({ code: "instructions-unreadable", severity: "warning", path, args: { reason } });
}

/** The complete lines of bytes that may end in the middle of a character. */
function decodeStart(bytes: Uint8Array): string | undefined {
  const text = [0, 1, 2, 3]
    .map((missing) => decodeUtf8(bytes.subarray(0, Math.max(0, bytes.length - missing))))
    .find((decoded) => decoded !== undefined);
  return text?.slice(0, text.lastIndexOf("\n") + 1);
}
