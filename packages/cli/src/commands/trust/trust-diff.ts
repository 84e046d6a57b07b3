import { limits } from "@skillwright/core";
import type { CatalogSkill } from "@skillwright/core/catalog";
import { createSkillFiles, type FileSystem } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { relativePath } from "@skillwright/core/path";
import { isJsonObject, parseJson, printable } from "@skillwright/core/text";
import type { Invocation } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { unifiedDiff } from "../../terminal/unified-diff.ts";
import { findProjects, type TrustedProject } from "./trusted-project.ts";

type Snapshot = {
  /** Real path. */
  readonly project: string;
  readonly skills: readonly CatalogSkill[];
  readonly io: Pick<Io, "place">;
};

/** Keeps the texts of trusted skills, so that `trust --diff` can show what changed since. */
export function keepSnapshot(fs: FileSystem, { project, skills, io }: Snapshot): void {
  const texts = Object.fromEntries(readTexts(fs, project, skills));
  const bytes = new TextEncoder().encode(JSON.stringify({ version: 1, texts }));
  fs.write(snapshotFile(project, io), bytes.length > limits.trustFileBytes ? empty : bytes);
}

const empty = new TextEncoder().encode('{"version":1,"texts":{}}');

/** `trust --diff`: the changes to a project's skills since the user trusted them. */
export async function diffTrusted(folder: string, invocation: Invocation, io: Io): Promise<number> {
  const { opened, projects } = await findProjects(folder, invocation, io);
  const known = projects.filter(({ path }) => opened.trust.has(path));
  if (known.length === 0) {
    await io.err(`${printable(folder)} is not in a trusted project; nothing to compare.\n`);
    return exitCode.refused;
  }
  const diffs = known.map((project) => diffProject(opened.fs, project, io));
  await io.out(diffs.join(""));
  if (diffs.every((diff) => diff === "")) await io.err("No changes since you trusted the project.\n");
  return exitCode.ok;
}

function diffProject(fs: FileSystem, { path: project, skills }: TrustedProject, io: Io): string {
  const before = readSnapshot(fs, snapshotFile(project, io));
  const after = readTexts(fs, project, skills);
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.map((path) => unifiedDiff(path, before.get(path), after.get(path))).join("");
}

/** The text of each file of the skills, by its path in the project. */
function readTexts(
  fs: FileSystem,
  project: string,
  skills: readonly CatalogSkill[],
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { directory } of skills) {
    const folder = relativePath(project, fs.realPath(directory) ?? directory);
    const files = createSkillFiles(fs, directory);
    for (const { path, kind } of files.all())
      if (kind === "file") texts.set(`${folder}/${path}`, files.read(path) ?? notText);
  }
  return texts;
}

const notText = "(not text, or too large to show)";

function readSnapshot(fs: FileSystem, file: string): ReadonlyMap<string, string> {
  if (fs.stat(file)?.kind !== "file") return new Map();
  const { bytes } = fs.read(file, limits.trustFileBytes);
  const snapshot = parseJson(new TextDecoder().decode(bytes));
  const texts = isJsonObject(snapshot) && isJsonObject(snapshot.texts) ? snapshot.texts : {};
  return new Map(
    Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function snapshotFile(project: string, { place }: Pick<Io, "place">): string {
  return `${place.dataFolder}/trusted/${nodeSha256(new TextEncoder().encode(project)).slice(0, 32)}.json`;
}
