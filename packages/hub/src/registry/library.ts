import {
  createAnalyzer,
  createSearchIndex,
  joinSearchIndexes,
  type SearchIndex,
  toSearchDocument,
  updateSearchIndex,
} from "@skillwright/core/catalog";
import { enterprise } from "../access/permissions.ts";
import type { HubDatabase } from "../database/database.ts";
import { hubLimits } from "../limits.ts";
import { createLibraryReader, type LibraryEntry } from "./library-entries.ts";
import { type FollowedRevocations, followRevocations } from "./revoked-entries.ts";
import { rememberSimilar, type SimilarTo } from "./similar-skills.ts";

/** The skills that a tenant can see, as long as nothing changes. */
export type LibraryView = {
  /** By name; entries of the same name in the order in which they are preferred. */
  readonly entries: readonly LibraryEntry[];
  readonly byName: ReadonlyMap<string, readonly LibraryEntry[]>;
  readonly index: SearchIndex;
  /** The entry of an ordinal of the index. */
  at(ordinal: number): LibraryEntry | undefined;
  /** Others that its description finds too. */
  readonly similarTo: SimilarTo;
};

/** Every skill with its latest version, in memory and prepared for searches. It follows the hub's own audit stream. */
export type Library = { view(tenant: string): Promise<LibraryView> };

/** The skills of one tenant that everybody sees, or that only the tenant sees, with their search index. */
type Shelf = {
  readonly tenant: string;
  readonly isPublic: boolean;
  index: SearchIndex;
  readonly entries: Map<number, LibraryEntry>;
  readonly ordinals: Map<string, number>;
};

export function createLibrary(database: HubDatabase, now: () => number): Library {
  const reader = createLibraryReader(database);
  const revocations = followRevocations(database, now);
  const shelves = new Map<string, Shelf>();
  const views = new Map<string, LibraryView>();
  const analyze = createAnalyzer();
  const shelfOf = (tenant: string, isPublic: boolean): Shelf => {
    const key = `${tenant} ${isPublic}`;
    const known = shelves.get(key);
    if (known !== undefined) return known;
    const entries = new Map<number, LibraryEntry>();
    const shelf: Shelf = {
      ...{ tenant, isPublic, entries, index: createSearchIndex([]), ordinals: new Map() },
    };
    shelves.set(key, shelf);
    return shelf;
  };
  const refresh = async (): Promise<void> => {
    for (const { tenant } of [...shelves.values()].filter(isMostlyDead)) {
      for (const isPublic of [true, false]) shelves.delete(`${tenant} ${isPublic}`);
      reader.forget(tenant);
    }
    let hasChanged = false;
    for await (const { tenant, names, loaded } of reader.changes()) {
      hasChanged = true;
      if (names.length === 0) continue;
      for (const isPublic of [true, false]) {
        const fresh = loaded.filter(({ entry }) => (entry.skill.visibility === "public") === isPublic);
        const added = fresh.map(({ entry, parsed }) => ({
          entry,
          document: analyze({
            ...toSearchDocument(parsed),
            ...{ name: entry.skill.name, description: entry.latest.description },
          }),
        }));
        replace(shelfOf(tenant, isPublic), names, added);
      }
      views.clear();
    }
    if (await revocations.refresh(hasChanged)) views.clear();
  };
  const viewOf = async (viewer: string): Promise<LibraryView> => {
    await refresh();
    // Tenants without skills and revocations see the same, and so does whoever makes a name up: all of them share one view.
    const hasOwn = shelves.has(`${viewer} true`) || revocations.isAbout(viewer);
    const tenant = hasOwn ? viewer : "";
    const known = views.get(tenant) ?? (await createView(tenant, [...shelves.values()], revocations));
    views.delete(tenant);
    if (views.size >= hubLimits.sortedLists) views.delete(views.keys().next().value ?? "");
    views.set(tenant, known);
    return known;
  };
  // One refresh at a time; those who ask meanwhile wait for the next one, which sees their own changes.
  let last: Promise<unknown> = Promise.resolve();
  return {
    view: (tenant) => {
      const next = last.catch(() => undefined).then(() => viewOf(tenant));
      last = next;
      return next;
    },
  };
}

/** Removed and changed skills stay in an index until it is rebuilt. */
function isMostlyDead({ index, entries }: Shelf): boolean {
  return index.removed.size > Math.max(rebuildAfter, entries.size);
}

const rebuildAfter = 1000;

type Added = {
  readonly entry: LibraryEntry;
  readonly document: ReturnType<ReturnType<typeof createAnalyzer>>;
};

function replace(shelf: Shelf, names: readonly string[], added: readonly Added[]): void {
  const removed: number[] = [];
  for (const name of names) {
    const ordinal = shelf.ordinals.get(name);
    if (ordinal === undefined) continue;
    removed.push(ordinal);
    shelf.ordinals.delete(name);
    shelf.entries.delete(ordinal);
  }
  const first = shelf.index.nextOrdinal;
  shelf.index = updateSearchIndex(shelf.index, { removed, added: added.map(({ document }) => document) });
  for (const [at, { entry }] of added.entries()) {
    shelf.entries.set(first + at, entry);
    shelf.ordinals.set(entry.skill.name, first + at);
  }
}

async function createView(
  tenant: string,
  shelves: readonly Shelf[],
  revocations: FollowedRevocations,
): Promise<LibraryView> {
  const preference = (shelf: Shelf): number => {
    if (shelf.tenant === tenant) return 0;
    return shelf.tenant === enterprise ? 1 : 2;
  };
  const shown = shelves
    .filter((shelf) => shelf.isPublic || preference(shelf) < 2)
    .toSorted((a, b) => preference(a) - preference(b) || (a.tenant < b.tenant ? -1 : 1));
  const byOrdinal = new Map<number, LibraryEntry>();
  let offset = 0;
  for (const { index, entries, tenant: owner } of shown) {
    const replaced = await revocations.replacements({ entries: entries.values(), owner, viewer: tenant });
    for (const [ordinal, entry] of entries) {
      const offered = replaced.has(entry) ? replaced.get(entry) : entry;
      if (offered !== undefined) byOrdinal.set(offset + ordinal, offered);
    }
    offset += index.nextOrdinal;
  }
  // Sorting keeps the order of equal names, which is the preference.
  const entries = [...byOrdinal.values()].sort(
    (a, b) => Number(a.skill.name > b.skill.name) - Number(a.skill.name < b.skill.name),
  );
  const index = joinSearchIndexes(shown.map((shelf) => shelf.index));
  const at = (ordinal: number): LibraryEntry | undefined => byOrdinal.get(ordinal);
  return {
    entries,
    byName: Map.groupBy(entries, ({ skill }) => skill.name),
    ...{ index, at, similarTo: rememberSimilar(index, at) },
  };
}
