import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { baseName, joinPath } from "../path/path.ts";
import type { SkillManifest } from "../skill.ts";
import { isValidDescription, isValidSkillName } from "../spec/predicates.ts";
import { countCodePoints } from "../text/utf8.ts";
import type { DiscoveredSkill, SkillRoot, SkillTraits } from "./discovered-skill.ts";
import type { DiscoveryFinding } from "./discovery-finding.ts";
import { type Metadata, readSkillMetadata, type SkillFileFault } from "./read-skill-file.ts";

/** A skill that was found, or why it cannot be offered. */
export type Discovery =
  | { readonly kind: "skill"; readonly skill: DiscoveredSkill }
  | { readonly kind: "broken"; readonly finding: DiscoveryFinding };

export type SkillPlace = {
  readonly root: SkillRoot;
  readonly directory: string;
  readonly fileName: string;
  readonly nowMs: number;
  /** Real path of the directory, when it is a link. */
  readonly linkedTo?: string;
};

/** Reads just enough of a folder's SKILL.md for the skill's metadata; undefined when there is no such file. */
export function discoverSkill(fs: FileSystem, place: SkillPlace): Discovery | undefined {
  const { directory, root } = place;
  const file = joinPath(directory, place.fileName);
  const metadata = readSkillMetadata(fs, { directory, file });
  if (metadata === undefined) return undefined;
  if ("fault" in metadata) return broken(describeFault(metadata, file));
  const { manifest, problems } = metadata;
  if (!manifest.description?.trim()) {
    const isFrontmatterBad = problems.some(({ rule }) => rule.startsWith("frontmatter."));
    return broken(error(isFrontmatterBad ? "frontmatter-invalid" : "skill-without-description", file));
  }
  if (root.strict && !isConforming(metadata, directory)) return broken(error("skill-nonconforming", file));
  return { kind: "skill", skill: toDiscovered(place, file, metadata) };
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

function broken(finding: DiscoveryFinding): Discovery {
  return { kind: "broken", finding };
}

type PlainCode = "skill-nonconforming" | "skill-without-description" | "frontmatter-invalid";

function error(code: PlainCode, path: string): DiscoveryFinding {
  return { code, severity: "error", path };
}

function describeFault(fault: SkillFileFault, file: string): DiscoveryFinding {
  const place = { severity: "error", path: file } as const;
  if ("target" in fault) return { code: "link-leaves-root", ...place, args: { target: fault.target } };
  if (fault.fault === "link-dangling")
    return { code: "link-leaves-root", ...place, args: { target: "nowhere" } };
  return { code: "skill-unreadable", ...place, args: { reason: fault.fault } };
}

function isConforming({ manifest, problems }: Metadata, directory: string): boolean {
  const { name = "", description = "", compatibility = "" } = manifest;
  if (problems.length > 0 || name !== baseName(directory) || !isValidSkillName(name)) return false;
  return isValidDescription(description) && countCodePoints(compatibility) <= limits.compatibilityLength;
}

function toDiscovered(
  { root, directory, nowMs, linkedTo }: SkillPlace,
  file: string,
  { manifest, size, changedMs }: Metadata,
): DiscoveredSkill {
  return {
    root,
    directory,
    file,
    name: manifest.name ?? baseName(linkedTo ?? directory),
    description: manifest.description ?? "",
    traits: traitsOf(manifest),
    readMs: nowMs,
    changedMs,
    size,
    ...(linkedTo !== undefined && { linkedTo }),
  };
}

/** Most skills set none of these, so they share one object. */
const noTraits: SkillTraits = {};

const traitNames = ["tags", "priority", "scope", "paths", "disableModelInvocation", "userInvocable"] as const;

function traitsOf(manifest: SkillManifest): SkillTraits {
  const stated = traitNames.filter((name) => manifest[name] !== undefined);
  const { metadata, unknown } = manifest;
  const hasMetadata = !isEmpty(metadata);
  const version = typeof unknown.version === "string" ? unknown.version : undefined;
  if (stated.length === 0 && !hasMetadata && version === undefined) return noTraits;
  const traits = Object.fromEntries(stated.map((name) => [name, manifest[name]]));
  return { ...traits, ...(hasMetadata && { metadata }), ...(version !== undefined && { version }) };
}

function isEmpty(object: object): boolean {
  for (const _ in object) return false;
  return true;
}
