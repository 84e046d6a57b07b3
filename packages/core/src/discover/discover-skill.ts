import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import type { SkillManifest } from "../skill.ts";
import { isValidDescription, isValidSkillName } from "../spec/predicates.ts";
import type { DiscoveredSkill, SkillTraits } from "./discovered-skill.ts";
import type { DiscoveryFinding } from "./discovery-finding.ts";
import type { Metadata } from "./read-metadata.ts";
import { readSkillMetadata } from "./read-skill-metadata.ts";
import type { SkillRoot } from "./skill-root.ts";

/** What a folder holds: a skill, a broken skill with the reason, or no skill. */
export type Discovery =
  | { readonly kind: "skill"; readonly skill: DiscoveredSkill }
  | { readonly kind: "broken"; readonly finding: DiscoveryFinding }
  | { readonly kind: "none" };

export type SkillPlace = {
  readonly root: SkillRoot;
  readonly directory: string;
  readonly fileName: "SKILL.md" | "skill.md";
  readonly nowMs: number;
};

/** Reads just enough of a folder's SKILL.md for the skill's metadata. */
export function discoverSkill(fs: FileSystem, place: SkillPlace): Discovery {
  const file = `${place.directory}/${place.fileName}`;
  const metadata = readSkillMetadata(fs, place.directory, file);
  if (metadata === undefined) return none;
  if ("code" in metadata) return { kind: "broken", finding: metadata };
  if (place.root.strict && !isConforming(metadata, place.directory))
    return { kind: "broken", finding: { code: "skill-nonconforming", severity: "error", path: file } };
  return { kind: "skill", skill: toDiscovered({ ...place, file }, metadata) };
}

/** Whether a skill is still what was read; costs one stat instead of a read. */
export function isUnchanged(fs: FileSystem, skill: DiscoveredSkill): boolean {
  try {
    const found = fs.stat(skill.file);
    if (found?.changedMs !== skill.changedMs || found.size !== skill.size) return false;
    // A SKILL.md that appeared next to a skill.md takes precedence.
    return !(skill.file.endsWith("/skill.md") && fs.stat(`${skill.directory}/SKILL.md`));
  } catch (error) {
    // Reading it will report why it cannot be read.
    if (error instanceof SkillError) return false;
    throw error;
  }
}

const none: Discovery = { kind: "none" };

function isConforming({ manifest, problems }: Metadata, directory: string): boolean {
  const { name = "", description = "" } = manifest;
  const isNamedLikeFolder = name === folderName(directory);
  return (
    problems.length === 0 && isNamedLikeFolder && isValidSkillName(name) && isValidDescription(description)
  );
}

function folderName(directory: string): string {
  return directory.slice(directory.lastIndexOf("/") + 1);
}

function toDiscovered(
  { root, directory, file, nowMs }: SkillPlace & { readonly file: string },
  { manifest, size, changedMs }: Metadata,
): DiscoveredSkill {
  return {
    root,
    directory,
    file,
    name: manifest.name ?? folderName(directory),
    description: manifest.description ?? "",
    traits: traitsOf(manifest),
    readMs: nowMs,
    changedMs,
    size,
  };
}

/** Most skills set none of these, so they share one object. */
const noTraits: SkillTraits = {};

const traitNames = ["tags", "priority", "scope", "paths", "disableModelInvocation", "userInvocable"] as const;

function traitsOf(manifest: SkillManifest): SkillTraits {
  const stated = traitNames.filter((name) => manifest[name] !== undefined);
  const { metadata } = manifest;
  const hasMetadata = !isEmpty(metadata);
  if (stated.length === 0 && !hasMetadata) return noTraits;
  const traits = Object.fromEntries(stated.map((name) => [name, manifest[name]]));
  return hasMetadata ? { ...traits, metadata } : traits;
}

function isEmpty(object: object): boolean {
  for (const _ in object) return false;
  return true;
}
