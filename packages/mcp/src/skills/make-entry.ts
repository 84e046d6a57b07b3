import { type Skill, skillEntry } from "@modelcontextprotocol/server/ext/skills";
import { SkillError } from "@skillwright/core";
import type { Catalog, CatalogSkill } from "@skillwright/core/catalog";
import { isValidSkillName } from "@skillwright/core/check";
import { digestFiles, type FileSystem, readDigestEntries } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { mcpLimits } from "../limits.ts";
import { entryFiles } from "./entry-files.ts";
import { idUri } from "./skill-uri.ts";
import { readStampedFile, type SkillStamp } from "./stamp-skill.ts";

/** An entry, and its length as JSON. */
export type MadeEntry = { readonly entry: Skill; readonly length: number };

export type EntryParts = { readonly catalog: Catalog; readonly fs: FileSystem };

/**
 * A skill's entry for hosts: its frontmatter, and every file with size and SHA-256. Throws if the skill breaks
 * the extension's rules, which are stricter than ours.
 */
export async function makeEntry(
  skill: CatalogSkill,
  { directory, files }: SkillStamp,
  { catalog, fs }: EntryParts,
): Promise<MadeEntry> {
  const { id, name } = skill;
  if (!isValidSkillName(name))
    throw invalid(skill, "its name may contain only lowercase letters, digits and hyphens");
  const contents = Object.fromEntries(files.map((file) => [file.path, readStampedFile(fs, directory, file)]));
  const entry = await skillEntry(name, contents, id === name ? {} : { baseUri: idUri(id) });
  const { length } = JSON.stringify(entry);
  if (length > mcpLimits.publishedPageCharacters)
    throw invalid(skill, "its frontmatter and file list are too long to be listed");
  if (skill.root.project !== undefined) await requireTrusted(entry, skill, { catalog, fs });
  return { entry, length };
}

function invalid({ file }: CatalogSkill, reason: string): SkillError {
  return new SkillError("skill-invalid", { path: file, reason });
}

/** A project's skills are served only as the user trusted them: the bytes read must match. */
async function requireTrusted(
  entry: Skill,
  { id, directory }: CatalogSkill,
  { catalog, fs }: EntryParts,
): Promise<void> {
  const covered = readDigestEntries(fs, directory, nodeSha256);
  const hashes = new Map(covered.map((one) => [one.path, "hash" in one ? `sha256:${one.hash}` : ""]));
  const isCovered = entryFiles(entry).every(({ path, digest }) => hashes.get(path) === digest);
  if (!isCovered) throw new SkillError("skill-changed", { name: id });
  await catalog.load(id, { digest: digestFiles(covered, nodeSha256, directory) });
}
