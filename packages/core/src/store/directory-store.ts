import type { Sha256 } from "../digest/sha256.ts";
import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { suggest } from "../text/suggest.ts";
import { type Candidate, keepFirst } from "./keep-first.ts";
import { loadStoredSkill, type SkillAddress } from "./load-stored-skill.ts";
import { type ReadOptions, readSkillFile } from "./read-skill-file.ts";
import type { SkillFolder } from "./read-skill-folder.ts";
import { requireSound } from "./require-sound.ts";
import { type DirectoryScan, findNamedFolder, scanDirectory } from "./scan-directory.ts";
import type { SkillStore, StoreListing } from "./skill-store.ts";

export type DirectoryStoreOptions = ReadOptions & {
  /** Absolute paths of folders that hold skills. The first that has a name wins it. */
  readonly directories: readonly string[];
  readonly sha256: Sha256;
  /** One bad skill, or a name that two have, is an error instead of a finding. */
  readonly strict?: boolean;
};

/** Skills in folders directly below one or several directories. Each call looks at the disk anew. */
export function createDirectoryStore(fs: FileSystem, options: DirectoryStoreOptions): SkillStore {
  return {
    list: async () => list(fs, options),
    load: async (name) => loadStoredSkill(fs, find(fs, options, name), options),
    readFile: async (name, path) => readSkillFile(fs, { ...options, ...find(fs, options, name), path }),
  };
}

function list(fs: FileSystem, { directories, strict = false }: DirectoryStoreOptions): StoreListing {
  const scans = directories.map((directory) => scan(fs, directory, strict));
  const places = scans.flatMap((one) => one.places);
  const { skills, findings } = keepFirst(places.map(toCandidate));
  const losses = [...scans.flatMap((one) => one.findings), ...findings];
  if (strict) requireAllSound(places, losses);
  return { skills, findings: [...losses, ...places.flatMap(describeName)] };
}

/** A directory that cannot be read hides only its own skills. */
function scan(fs: FileSystem, directory: string, strict: boolean): DirectoryScan {
  try {
    return scanDirectory(fs, directory);
  } catch (error) {
    if (strict || !(error instanceof SkillError)) throw error;
    const args = { reason: error.code };
    return {
      places: [],
      findings: [{ code: "folder-unreadable", severity: "error", path: directory, args }],
    };
  }
}

function toCandidate({ metadata }: SkillFolder): Candidate {
  return { skill: metadata, place: metadata.file };
}

function requireAllSound(places: readonly SkillFolder[], losses: readonly DiscoveryFinding[]): void {
  const [loss] = losses;
  if (loss) throw toError(loss);
  for (const place of places) requireSound(place);
}

function toError({ code, path, args = {} }: DiscoveryFinding): SkillError {
  const { name = "", winner = "" } = args;
  if (code === "skill-shadowed")
    return new SkillError("skill-duplicate", { name, first: winner, second: path });
  return new SkillError("skill-invalid", { path, reason: `${code} was found` });
}

function describeName({ folder, metadata }: SkillFolder): readonly DiscoveryFinding[] {
  const { name, file } = metadata;
  if (folder.normalize("NFKC") === name.normalize("NFKC")) return [];
  return [{ code: "name-differs-from-folder", severity: "warning", path: file, args: { name, folder } }];
}

function find(fs: FileSystem, options: DirectoryStoreOptions, name: string): SkillAddress {
  const { directories, strict = false } = options;
  // A strict store answers only while all of it is sound, so it looks at all of it.
  if (strict) list(fs, options);
  const known: string[] = [];
  for (const directory of directories) {
    const named = findNamedFolder(fs, directory, name);
    if (named) return { name, directory: named.directory };
    const { places } = scan(fs, directory, strict);
    const stating = places.find(({ metadata }) => metadata.name === name);
    if (stating) return { name, directory: stating.directory };
    for (const { metadata } of places) known.push(metadata.name);
  }
  const meant = suggest(name, known);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  throw new SkillError("skill-unknown", { name, hint });
}
