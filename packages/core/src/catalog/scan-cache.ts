import type { Sha256 } from "../digest/sha256.ts";
import type { DiscoveredSkill, SkillRoot, SkillTraits } from "../discover/discovered-skill.ts";
import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import type { ScanMemory } from "../discover/scan-memory.ts";
import type { FolderListing } from "../discover/walk-skills.ts";
import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { readSealed, type Seal, writeSealed } from "../state/sealed-file.ts";

/**
 * Encodes a scan for the cache. Columns instead of objects: decoding is part of every start and must be faster than
 * reading the skills.
 */
export function encodeScan(root: SkillRoot, { skills, folders, isComplete }: ScanMemory): string {
  const all = [...skills.values()];
  const columns: Columns = {
    root: rootKey(root),
    isComplete,
    folders: [...folders].map(([path, { listedMs, changedMs, isSkill, children, links }]) => [
      path,
      listedMs,
      changedMs,
      isSkill,
      children.join("/"),
      links.join("/"),
    ]),
    directories: all.map(({ directory }) => directory.slice(root.path.length)).join("\0"),
    files: all.map(({ directory, file }) => file.slice(directory.length + 1)).join("/"),
    names: all.map(({ name }) => name),
    descriptions: all.map(({ description }) => description),
    traits: all.map(({ traits }) => traits),
    readMs: all.map(({ readMs }) => readMs),
    changedMs: all.map(({ changedMs }) => changedMs),
    sizes: all.map(({ size }) => size),
  };
  return JSON.stringify(columns);
}

/** Reverses `encodeScan`. The caller has verified that the text is unchanged. */
export function decodeScan(root: SkillRoot, text: string): ScanMemory | undefined {
  const columns: unknown = JSON.parse(text);
  if (!isColumns(columns) || columns.root !== rootKey(root)) return undefined;
  const skills = new Map<string, DiscoveredSkill>();
  const directories = columns.directories.split("\0");
  const files = columns.files.split("/");
  for (const [at, name] of columns.names.entries()) {
    const directory = root.path + (directories[at] ?? "");
    const skill: DiscoveredSkill = {
      root,
      directory,
      file: `${directory}/${files[at]}`,
      name,
      description: columns.descriptions[at] ?? "",
      traits: columns.traits[at] ?? {},
      readMs: columns.readMs[at] ?? 0,
      changedMs: columns.changedMs[at] ?? 0,
      size: columns.sizes[at] ?? 0,
    };
    skills.set(directory, skill);
  }
  const folders = new Map(columns.folders.map(([path, ...folder]) => [path, toFolder(folder)]));
  return { skills, folders, isComplete: columns.isComplete };
}

/** Everything about a root that its scan depends on. */
function rootKey({ path, depth, nested, strict }: SkillRoot): string {
  return JSON.stringify([path, depth ?? null, nested === true, strict === true]);
}

/** Whether all columns exist and have equal length; the seal guarantees their content. */
function isColumns(value: unknown): value is Columns {
  if (typeof value !== "object" || value === null || !("names" in value)) return false;
  const { names } = value;
  if (!Array.isArray(names) || !("folders" in value && Array.isArray(value.folders))) return false;
  const columns = Object.entries(value).filter(([name]) => perSkill.has(name));
  return (
    columns.length === perSkill.size &&
    columns.every(([, column]) => Array.isArray(column) && column.length === names.length) &&
    "directories" in value &&
    typeof value.directories === "string" &&
    "files" in value &&
    typeof value.files === "string"
  );
}

const perSkill: ReadonlySet<string> = new Set([
  "names",
  "descriptions",
  "traits",
  "readMs",
  "changedMs",
  "sizes",
]);

/** File names contain no `/` and paths no NUL, so these are the separators. */
type Columns = {
  readonly root: string;
  readonly isComplete: boolean;
  readonly folders: readonly (readonly [path: string, ...FolderColumns])[];
  readonly directories: string;
  readonly files: string;
  readonly names: readonly string[];
  readonly descriptions: readonly string[];
  readonly traits: readonly SkillTraits[];
  readonly readMs: readonly number[];
  readonly changedMs: readonly number[];
  readonly sizes: readonly number[];
};

type FolderColumns = readonly [
  listedMs: number,
  changedMs: number,
  isSkill: boolean,
  children: string,
  links: string,
];

function toFolder([listedMs, changedMs, isSkill, children, links]: FolderColumns): FolderListing {
  return { listedMs, changedMs, isSkill, children: split(children, "/"), links: split(links, "/") };
}

function split(text: string, separator: string): readonly string[] {
  return text === "" ? [] : text.split(separator);
}

/**
 * Caches scans between processes, one file per root, so that catalogs with different sets of roots share them. Increase
 * the number in `kind` whenever the format changes, or what discovery reads of a SKILL.md.
 */
type ScanKeeper = {
  read(root: SkillRoot): ScanMemory | undefined;
  write(root: SkillRoot, scan: ScanMemory): DiscoveryFinding | undefined;
};

export function createScanKeeper(fs: FileSystem, folder: string, sha256: Sha256): ScanKeeper {
  const seal: Seal = { kind: "scan-3", sha256, maxBytes: limits.indexBytes };
  const fileOf = (root: SkillRoot): string =>
    `${folder}/${sha256(encoder.encode(rootKey(root))).slice(0, 32)}.scan`;
  return {
    read: (root) => {
      const bytes = readSealed(fs, fileOf(root), seal);
      return bytes && decodeScan(root, decoder.decode(bytes));
    },
    write: (root, scan) =>
      writeIndexFile(fs, fileOf(root), { ...seal, payload: encoder.encode(encodeScan(root, scan)) }),
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Writes a cache file. A failure becomes a warning: it only makes the next start slower. */
export function writeIndexFile(
  fs: FileSystem,
  path: string,
  sealed: Seal & { readonly payload: Uint8Array },
): DiscoveryFinding | undefined {
  try {
    writeSealed(fs, path, sealed);
    return undefined;
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    const reason = error.details.reason ?? error.code;
    return { code: "index-unusable", severity: "warning", path, args: { reason } };
  }
}
