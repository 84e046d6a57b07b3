import { type Skill, skillEntry } from "@modelcontextprotocol/server/ext/skills";
import { SkillError } from "@skillwright/core";
import type { Catalog, CatalogSkill } from "@skillwright/core/catalog";
import { isValidSkillName } from "@skillwright/core/check";
import { digestFiles, type FileSystem, readDigestEntries } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { mcpLimits } from "../limits.ts";
import { entryFiles } from "./entry-files.ts";
import { readStampedFile } from "./read-stamped-file.ts";
import { idUri } from "./skill-uri.ts";
import type { SkillStamp } from "./stamp-skill.ts";

/** An entry, and how many characters it has as JSON. */
export type MadeEntry = { readonly entry: Skill; readonly length: number };

export type EntryParts = { readonly catalog: Catalog; readonly fs: FileSystem };

/**
 * What hosts get to know of a skill: its frontmatter, and every file with size and SHA-256. Fails when the skill does not
 * keep the extension's rules, which are stricter than ours.
 */
export async function makeEntry(
  skill: CatalogSkill,
  { directory, files }: SkillStamp,
  { catalog, fs }: EntryParts,
): Promise<MadeEntry> {
  const { id, name } = skill;
  if (!isValidSkillName(name))
    throw invalid(skill, "its name is no word of small letters, digits and hyphens");
  const contents = Object.fromEntries(files.map((file) => [file.path, readStampedFile(fs, directory, file)]));
  const entry = await skillEntry(name, contents, id === name ? {} : { baseUri: idUri(id) });
  const { length } = JSON.stringify(entry);
  if (length > mcpLimits.publishedPageCharacters)
    throw invalid(skill, "what it says of itself is too long for a list");
  if (skill.root.project !== undefined) await requireVouched(entry, skill, { catalog, fs });
  return { entry, length };
}

function invalid({ file }: CatalogSkill, reason: string): SkillError {
  return new SkillError("skill-invalid", { path: file, reason });
}

/** A project's skills are offered only as somebody vouched for them: the bytes that were read must be those. */
async function requireVouched(
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
