import { type Skill, skillEntry } from "@modelcontextprotocol/server/ext/skills";
import { SkillError } from "@skillwright/core";
import type { Catalog, CatalogSkill } from "@skillwright/core/catalog";
import { isValidSkillName } from "@skillwright/core/check";
import { digestFiles, type FileSystem, readDigestEntries } from "@skillwright/core/discover";
import type { InstalledCheck } from "@skillwright/core/installed";
import { nodeSha256 } from "@skillwright/core/node";
import { formatDecision } from "@skillwright/core/policy";
import { mcpLimits } from "../limits.ts";
import { entryFiles } from "./entry-files.ts";
import { idUri } from "./skill-uri.ts";
import { readStampedFile, type SkillStamp } from "./stamp-skill.ts";

/** An entry, and its length as JSON. */
export type MadeEntry = { readonly entry: Skill; readonly length: number };

export type EntryParts = {
  readonly catalog: Catalog;
  /** The file system that holds the catalog's skills. */
  readonly fs: FileSystem;
  /** Refuses skills that are not what was installed. */
  readonly checkInstalled?: InstalledCheck | undefined;
  /** Whether a hub governs this machine; the catalog then loads only what it permits. */
  readonly isGoverned?: (() => boolean) | undefined;
};

/**
 * A skill's entry for hosts: its frontmatter, and every file with size and SHA-256. Throws if the skill breaks
 * the extension's rules, which are stricter than ours.
 */
export async function makeEntry(
  skill: CatalogSkill,
  { directory, files }: SkillStamp,
  parts: EntryParts,
): Promise<MadeEntry> {
  const { fs, checkInstalled, isGoverned = () => false } = parts;
  const { id, name } = skill;
  if (!isValidSkillName(name))
    throw invalid(skill, "its name may contain only lowercase letters, digits and hyphens");
  const contents = Object.fromEntries(files.map((file) => [file.path, readStampedFile(fs, directory, file)]));
  const entry = await skillEntry(name, contents, id === name ? {} : { baseUri: idUri(id) });
  const { length } = JSON.stringify(entry);
  if (length > mcpLimits.publishedPageCharacters)
    throw invalid(skill, "its frontmatter and file list are too long to be listed");
  const isLoaded = skill.root.project !== undefined || isGoverned();
  if (isLoaded || checkInstalled) await requireTrusted(entry, skill, { ...parts, isLoaded });
  return { entry, length };
}

function invalid({ file }: CatalogSkill, reason: string): SkillError {
  return new SkillError("skill-invalid", { path: file, reason });
}

/**
 * A project's skills are served only as the user trusted them, installed ones as policies want them, and all only as a hub permits:
 * the bytes read must match.
 */
async function requireTrusted(
  entry: Skill,
  skill: CatalogSkill,
  { catalog, fs, checkInstalled, isLoaded }: EntryParts & { readonly isLoaded: boolean },
): Promise<void> {
  const { id, directory } = skill;
  const covered = readDigestEntries(fs, directory, nodeSha256);
  const hashes = new Map(covered.map((one) => [one.path, "hash" in one ? `sha256:${one.hash}` : ""]));
  const isCovered = entryFiles(entry).every(({ path, digest }) => hashes.get(path) === digest);
  if (!isCovered) throw new SkillError("skill-changed", { name: id });
  const digest = digestFiles(covered, nodeSha256, directory);
  if (isLoaded) await catalog.load(id, { digest });
  const decision = await checkInstalled?.({ ...skill, digest });
  if (decision)
    throw new SkillError("skill-disabled", { name: id, reason: formatDecision(decision).replace(/\.$/, "") });
}
