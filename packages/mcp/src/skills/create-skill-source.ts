import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Skill, SkillReadResult, SkillSource } from "@modelcontextprotocol/server/ext/skills";
import { formatError, SkillError } from "@skillwright/core";
import { neutralizeMarkup } from "@skillwright/core/activate";
import type { Catalog, CatalogSkill } from "@skillwright/core/catalog";
import type { FileSystem } from "@skillwright/core/discover";
import { mcpLimits } from "../limits.ts";
import { entryFiles } from "./entry-files.ts";
import { type FileResource, toResource } from "./file-resource.ts";
import { type EntryKeeper, keepEntries, type SkillWarning } from "./keep-entries.ts";
import { listChildren } from "./list-children.ts";
import type { MadeEntry } from "./make-entry.ts";
import { readPublishedFile } from "./read-published-file.ts";
import { canonicalUri, findByUri, skillUri } from "./skill-uri.ts";

export type SkillSourceOptions = {
  readonly catalog: Catalog;
  /** The file system that holds the catalog's skills. */
  readonly fs: FileSystem;
  /** Called for skills that have no entry, with the reason, once until the skill changes. */
  readonly onWarning?: (warning: SkillWarning) => void;
};

/**
 * The skills of a catalog for the MCP extension SEP-2640. Lists what a model may choose; other enabled skills
 * can be requested. Skips a skill that breaks the extension's rules, with a warning.
 */
export function createSkillSource({
  catalog,
  fs,
  onWarning = () => {},
}: SkillSourceOptions): Required<SkillSource> {
  const parts: Parts = { catalog, fs, onWarning, keeper: keepEntries({ catalog, fs, onWarning }) };
  return {
    list: ({ cursor }) => listPage(parts, cursor),
    get: (uri) => getEntry(parts, uri),
    read: (uri) => readFile(parts, uri),
    readDirectory: (uri, { cursor }) => readFolder(parts, uri, cursor),
    listResources: () => listManifests(parts),
  };
}

type Parts = Required<SkillSourceOptions> & { readonly keeper: EntryKeeper };

/** Entries of the skills that a model may choose, sorted by id, starting after an id. */
async function* listedEntries({ catalog, keeper }: Parts, after: string): AsyncGenerator<Listed> {
  for (const skill of catalog.list().skills) {
    if (skill.id <= after || !skill.enabled || !catalog.mayModelChoose(skill)) continue;
    const made = await keeper.current(skill);
    if (made !== undefined) yield { ...made, id: skill.id };
  }
}

type Listed = MadeEntry & { readonly id: string };

async function listPage(parts: Parts, cursor = ""): Promise<{ skills: Skill[]; nextCursor?: string }> {
  const skills: Skill[] = [];
  let room: number = mcpLimits.publishedPageCharacters;
  // The cursor is the last id seen, so pages stay complete when skills come and go between them.
  let last = cursor;
  for await (const { entry, length, id } of listedEntries(parts, cursor)) {
    room -= length;
    const isFull = skills.length === mcpLimits.publishedPerPage || (skills.length > 0 && room < 0);
    if (isFull) return { skills, nextCursor: last };
    skills.push(entry);
    last = id;
  }
  return { skills };
}

async function getEntry({ catalog, keeper }: Parts, uri: string): Promise<Skill | undefined> {
  const skill = findByUri(uri, catalog);
  if (skill === undefined || canonicalUri(uri) !== skillUri(skill)) return undefined;
  return (await keeper.current(skill))?.entry;
}

async function readFile(parts: Parts, uri: string): Promise<SkillReadResult | undefined> {
  const { catalog, fs, keeper, onWarning } = parts;
  const skill = findByUri(uri, catalog);
  const made = skill && (await keeper.published(skill));
  if (skill === undefined || made === undefined) return undefined;
  // Never build a path from client input: it must equal the address of a listed file.
  const wanted = canonicalUri(uri);
  const file = entryFiles(made.entry).find((one) => one.uri === wanted);
  if (file === undefined) return undefined;
  const result = readPublishedFile(fs, skill, file);
  if (result !== undefined) return result;
  keeper.forget(skill);
  onWarning({ path: `${skill.directory}/${file.path}`, message: "It has changed since it was listed." });
  throw changed(skill);
}

function changed({ id }: CatalogSkill): ProtocolError {
  const message = formatError(new SkillError("skill-changed", { name: id }));
  return new ProtocolError(ProtocolErrorCode.InternalError, message);
}

async function readFolder(
  { catalog, keeper }: Parts,
  uri: string,
  cursor = "",
): Promise<{ resources: FileResource[]; nextCursor?: string } | undefined> {
  const skill = findByUri(uri, catalog);
  const made = skill && (await keeper.current(skill));
  const children = made === undefined ? [] : listChildren(entryFiles(made.entry), canonicalUri(uri) ?? "");
  if (children.length === 0) return undefined;
  const rest = children.filter((child) => child.uri > cursor);
  const resources = rest.slice(0, mcpLimits.publishedPerPage);
  const last = resources.at(-1);
  return rest.length > resources.length && last !== undefined
    ? { resources, nextCursor: last.uri }
    : { resources };
}

/** This list has no pages, so it is cut at a limit; `skills/list` has them all. */
async function listManifests(parts: Parts): Promise<FileResource[]> {
  const resources: FileResource[] = [];
  for await (const { entry, id } of listedEntries(parts, "")) {
    if (resources.length === mcpLimits.publishedResources) break;
    const manifest = entryFiles(entry).find(({ uri }) => uri === entry.uri);
    const description = neutralizeMarkup(entry.frontmatter.description);
    if (manifest !== undefined) resources.push({ ...toResource(manifest), name: id, description });
  }
  return resources;
}
