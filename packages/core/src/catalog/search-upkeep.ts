import { sha256Hex } from "../digest/sha256.ts";
import type { DiscoveredSkill } from "../discover/discovered-skill.ts";
import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import { isReadTooSoon } from "../discover/scan-memory.ts";
import { attempt } from "../fs/file-error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { parseSkill } from "../parse/parse-skill.ts";
import type { CatalogSkill } from "../resolve/catalog-skill.ts";
import type { Resolution } from "../resolve/resolve-skills.ts";
import { type AnalyzedDocument, createAnalyzer } from "../search/analyze-document.ts";
import { decodeAnalyzed, encodeAnalyzed } from "../search/encode-analyzed.ts";
import type { SearchDocument } from "../search/search-document.ts";
import { toSearchDocument } from "../search/search-document.ts";
import { createSearchIndex, type SearchIndex, updateSearchIndex } from "../search/search-index.ts";
import type { CatalogOptions } from "./catalog.ts";
import type { CatalogState } from "./catalog-state.ts";
import {
  createDocumentKeeper,
  type DocumentKeeper,
  type KeptDocument,
  type KeptDocuments,
} from "./document-cache.ts";

/** The searchable skills and their index, which refers to them by ordinal. */
type SearchLibrary = {
  readonly index: SearchIndex;
  readonly skills: ReadonlyMap<number, CatalogSkill>;
  /** The ordinals by directory. */
  readonly ordinals: ReadonlyMap<string, number>;
};

/** Keeps the search index up to date with the catalog; only changed skills are read and analyzed. */
export type SearchUpkeep = {
  current(): SearchLibrary;
  save(): readonly DiscoveryFinding[];
};

export function createSearchUpkeep(options: CatalogOptions, state: CatalogState): SearchUpkeep {
  const { fs, sha256 = sha256Hex, indexFolder } = options;
  const keeper = indexFolder === undefined ? undefined : createDocumentKeeper(fs, indexFolder, sha256);
  /** Analyses that are not cached yet, by the skill's directory. */
  const pending = new Map<string, KeptDocument>();
  let analyzer: ReturnType<typeof createAnalyzer> | undefined;
  let resolution: Resolution | undefined;
  let library: SearchLibrary | undefined;
  const analyze = (skill: CatalogSkill, kept: KeptDocuments): AnalyzedDocument => {
    const { directory, readMs, changedMs, size } = skill;
    const known = kept.get(directory);
    const same = known && isSameText(known, skill) ? decodeAnalyzed(known.bytes) : undefined;
    if (same) return same;
    // Created on demand: most catalogs are opened only to list.
    analyzer ??= createAnalyzer();
    const document = analyzer(readDocument(fs, skill));
    if (keeper && !isReadTooSoon(skill))
      pending.set(directory, { directory, readMs, changedMs, size, bytes: encodeAnalyzed(document) });
    return document;
  };
  return {
    current: () => {
      if (library && resolution === state.current()) return library;
      resolution = state.current();
      const wanted = searchableSkills(resolution);
      const old = library && isMostlyDead(library) ? undefined : library;
      // Later this process knows everything that the cache does.
      const kept = old === undefined && keeper ? readKept(keeper, state) : nothing;
      library = update(old, wanted, (skill) => analyze(skill, kept));
      return library;
    },
    save: () => (keeper && pending.size > 0 ? keepPending(keeper, state, pending) : []),
  };
}

const nothing: KeptDocuments = new Map();

/**
 * All skills on offer, plus those that lost their name within one scope: they are different skills, and search is how to
 * find them. A skill replaced by a stronger scope is not searchable.
 */
function searchableSkills({ skills, shadowed }: Resolution): readonly CatalogSkill[] {
  const keptApart = shadowed.filter(({ reason }) => reason === "order" || reason === "priority");
  return [...skills, ...keptApart].filter(({ enabled }) => enabled);
}

type Analyze = (skill: CatalogSkill) => AnalyzedDocument;

function update(
  library: SearchLibrary | undefined,
  wanted: readonly CatalogSkill[],
  analyze: Analyze,
): SearchLibrary {
  const old = library ?? emptyLibrary;
  const skills = new Map<number, CatalogSkill>();
  const fresh: CatalogSkill[] = [];
  for (const skill of wanted) {
    const ordinal = old.ordinals.get(skill.directory);
    const known = ordinal === undefined ? undefined : old.skills.get(ordinal);
    if (ordinal !== undefined && known && isSameText(known, skill)) skills.set(ordinal, skill);
    else fresh.push(skill);
  }
  const removed = [...old.skills.keys()].filter((ordinal) => !skills.has(ordinal));
  const first = library?.index.nextOrdinal ?? 0;
  const ordinals = new Map(old.ordinals);
  for (const ordinal of removed) ordinals.delete(old.skills.get(ordinal)?.directory ?? "");
  for (const [at, skill] of fresh.entries()) {
    skills.set(first + at, skill);
    ordinals.set(skill.directory, first + at);
  }
  const added = fresh.map(analyze);
  const index = library ? updateSearchIndex(library.index, { removed, added }) : createSearchIndex(added);
  return { index, skills, ordinals };
}

const emptyLibrary: Omit<SearchLibrary, "index"> = { skills: new Map(), ordinals: new Map() };

type TextState = Pick<KeptDocument, "readMs" | "changedMs" | "size">;

/** Compares the time of reading too: two changes may share a file time. */
function isSameText(a: TextState, b: TextState): boolean {
  return a.readMs === b.readMs && a.changedMs === b.changedMs && a.size === b.size;
}

/** Removed and changed skills stay in the index until it is rebuilt. */
function isMostlyDead({ index, skills }: SearchLibrary): boolean {
  return index.removed.size > Math.max(rebuildAfter, skills.size);
}

const rebuildAfter = 1000;

function readKept(keeper: DocumentKeeper, { roots, current }: CatalogState): KeptDocuments {
  const counts = countByRoot(current());
  return new Map(roots.flatMap(({ path }) => [...keeper.read(path, counts.get(path)?.length ?? 0)]));
}

function countByRoot({ skills, shadowed }: Resolution): ReadonlyMap<string, readonly CatalogSkill[]> {
  return Map.groupBy([...skills, ...shadowed], ({ root }) => root.path);
}

/** Reads the cache again rather than keeping it in memory. */
function keepPending(
  keeper: DocumentKeeper,
  { current }: CatalogState,
  pending: Map<string, KeptDocument>,
): readonly DiscoveryFinding[] {
  const findings = [...countByRoot(current())].flatMap(([root, skills]) => {
    const changed = skills.filter(({ directory }) => pending.has(directory));
    if (changed.length === 0) return [];
    const kept = keeper.read(root, skills.length);
    const documents = new Map(
      skills.flatMap(({ directory }) => {
        const document = pending.get(directory) ?? kept.get(directory);
        return document ? [[directory, document]] : [];
      }),
    );
    return keeper.write(root, skills.length, {
      documents,
      changed: changed.map(({ directory }) => directory),
    });
  });
  pending.clear();
  return findings;
}

const decoder = new TextDecoder();

/** The part of a skill that search indexes. An unreadable skill is still found by name and description. */
export function readDocument(fs: FileSystem, { name, description, file }: DiscoveredSkill): SearchDocument {
  // A SKILL.md may be a link inside its skill; discovery has checked the target.
  const bytes = attempt(() => read(fs, file)) ?? attempt(() => read(fs, fs.realPath(file) ?? file));
  return { ...toSearchDocument(parseSkill(bytes ? decoder.decode(bytes) : "")), name, description };
}

function read(fs: FileSystem, file: string): Uint8Array {
  return fs.read(file, limits.skillFileBytes).bytes;
}
