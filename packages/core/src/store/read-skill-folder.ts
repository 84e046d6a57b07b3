import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import type { Metadata } from "../discover/read-metadata.ts";
import { readSkillMetadata } from "../discover/read-skill-metadata.ts";
import type { FileSystem } from "../fs/file-system.ts";
import type { SkillMetadata } from "./skill-store.ts";

/** A skill, why a folder cannot be offered as one, or that it holds none. */
type FolderReading =
  | { readonly kind: "skill"; readonly place: SkillFolder }
  | { readonly kind: "broken"; readonly finding: DiscoveryFinding }
  | { readonly kind: "none" };

export type SkillFolder = {
  /** Absolute path of the skill's folder, and the last part of it, which should be the skill's name. */
  readonly directory: string;
  readonly folder: string;
  readonly metadata: SkillMetadata & { readonly file: string };
  /** What the parser did not like. */
  readonly problems: Metadata["problems"];
};

/** Reads as much of a folder's SKILL.md, or else its skill.md, as tells what the skill is and when to use it. */
export function readSkillFolder(fs: FileSystem, directory: string): FolderReading {
  for (const fileName of ["SKILL.md", "skill.md"]) {
    const file = `${directory}/${fileName}`;
    const result = readSkillMetadata(fs, directory, file);
    if (result === undefined) continue;
    return "code" in result ? { kind: "broken", finding: result } : toReading(directory, file, result);
  }
  return { kind: "none" };
}

function toReading(directory: string, file: string, { manifest, problems }: Metadata): FolderReading {
  const { description = "" } = manifest;
  const folder = directory.slice(directory.lastIndexOf("/") + 1);
  const metadata = { name: manifest.name ?? folder, description, manifest, file };
  return { kind: "skill", place: { directory, folder, metadata, problems } };
}
