import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Skill, SkillReadResult, SkillSource } from "@modelcontextprotocol/server/ext/skills";
import { formatError, SkillError } from "@skillwright/core";
import { neutralizeMarkup } from "@skillwright/core/activate";
import type { CatalogSkill } from "@skillwright/core/catalog";
import { type FileSystem, resolveInside } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { decodeUtf8 } from "@skillwright/core/text";
import { mcpLimits } from "../limits.ts";
import { createEntryCache, type EntryCache, type SkillWarning } from "./entry-cache.ts";
import {
  type EntryFile,
  entryFiles,
  type FileResource,
  listChildren,
  mimeTypeOf,
  toResource,
} from "./entry-files.ts";
import type { EntryParts, MadeEntry } from "./make-entry.ts";
import { baseUri, canonicalUri, findByUri, skillUri } from "./skill-uri.ts";
import { readStampedFile } from "./stamp-skill.ts";

export type SkillSourceOptions = EntryParts & {
  /** Called for skills that have no entry, with the reason, once until the skill changes. */
  readonly onWarning?: (warning: SkillWarning) => void;
};

/**
 * The skills of a catalog for the MCP extension SEP-2640. Lists what a model may choose; other enabled skills
 * can be requested. Skips a skill that breaks the extension's rules, with a warning.
 */
export function createSkillSource({ onWarning = () => {}, ...rest }: SkillSourceOptions): CatalogSource {
  const parts: Parts = { ...rest, onWarning, entries: createEntryCache({ ...rest, onWarning }) };
  return {
    list: ({ cursor }) => listPage(parts, cursor),
    get: (uri) => getEntry(parts, uri),
    read: (uri) => readFile(parts, uri),
    readDirectory: (uri, { cursor }) => readFolder(parts, uri, cursor),
    listResources: () => listManifests(parts),
    addresses: (start) => findAddresses(parts, start),
  };
}

export type CatalogSource = Required<SkillSource> & {
  /** Addresses of listed skills and their files that start with a text: folders of skills first, then files. */
  addresses(start: string): AsyncGenerator<string>;
};

type Parts = SkillSourceOptions &
  Required<Pick<SkillSourceOptions, "onWarning">> & { readonly entries: EntryCache };

/** Entries of the skills that a model may choose, sorted by id, starting after an id. */
async function* listedEntries({ catalog, entries }: Parts, after: string): AsyncGenerator<Listed> {
  for (const skill of catalog.list().skills) {
    if (skill.id <= after || !skill.enabled || !catalog.mayModelChoose(skill)) continue;
    const made = await entries.current(skill);
    if (made !== undefined) yield { ...made, id: skill.id };
  }
}

/** A skill's files only once its folder is typed: otherwise those of one would hide the other skills. */
async function* findAddresses(parts: Parts, start: string): AsyncGenerator<string> {
  const { catalog, entries } = parts;
  for (const skill of catalog.list().skills) {
    const base = baseUri(skill);
    const isInside = start.startsWith(base);
    if (!(isInside || base.startsWith(start)) || !skill.enabled || !catalog.mayModelChoose(skill)) continue;
    const made = await entries.current(skill);
    if (made === undefined) continue;
    if (!isInside) yield base;
    else yield* entryFiles(made.entry).flatMap(({ uri }) => (uri.startsWith(start) ? [uri] : []));
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

async function getEntry({ catalog, entries }: Parts, uri: string): Promise<Skill | undefined> {
  const skill = findByUri(uri, catalog);
  if (skill === undefined || canonicalUri(uri) !== skillUri(skill)) return undefined;
  return (await entries.current(skill))?.entry;
}

async function readFile(parts: Parts, uri: string): Promise<SkillReadResult | undefined> {
  const { catalog, fs, entries, onWarning } = parts;
  const skill = findByUri(uri, catalog);
  const made = skill && (await entries.published(skill));
  if (skill === undefined || made === undefined) return undefined;
  // Never build a path from client input: it must equal the address of a listed file.
  const wanted = canonicalUri(uri);
  const file = entryFiles(made.entry).find((one) => one.uri === wanted);
  if (file === undefined) return undefined;
  const result = readPublishedFile(fs, skill, file);
  if (result !== undefined) return result;
  entries.forget(skill);
  onWarning({ path: `${skill.directory}/${file.path}`, message: "It has changed since it was listed." });
  throw changed(skill);
}

function changed({ id }: CatalogSkill): ProtocolError {
  const message = formatError(new SkillError("skill-changed", { name: id }));
  return new ProtocolError(ProtocolErrorCode.InternalError, message);
}

async function readFolder(
  { catalog, entries }: Parts,
  uri: string,
  cursor = "",
): Promise<{ resources: FileResource[]; nextCursor?: string } | undefined> {
  const skill = findByUri(uri, catalog);
  const made = skill && (await entries.current(skill));
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

/** A file's content if it still matches its entry; undefined if it changed or is gone. */
function readPublishedFile(
  fs: FileSystem,
  skill: CatalogSkill,
  file: EntryFile,
): SkillReadResult | undefined {
  const bytes = tryRead(fs, skill, file);
  if (bytes === undefined || `sha256:${nodeSha256(bytes)}` !== file.digest) return undefined;
  const mimeType = mimeTypeOf(file.path);
  const text = decodeUtf8(bytes);
  return text === undefined ? { bytes, mimeType } : { text, mimeType };
}

function tryRead(fs: FileSystem, { root, directory }: CatalogSkill, file: EntryFile): Uint8Array | undefined {
  try {
    const real = resolveInside(fs, root.path, directory);
    return real === undefined ? undefined : readStampedFile(fs, real, file);
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}
