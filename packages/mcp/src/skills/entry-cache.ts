import { SkillCatalogError } from "@modelcontextprotocol/server/ext/skills";
import { formatError, SkillError, type SkillErrorCode } from "@skillwright/core";
import type { CatalogSkill } from "@skillwright/core/catalog";
import { mcpLimits } from "../limits.ts";
import { type EntryParts, type MadeEntry, makeEntry } from "./make-entry.ts";
import { skillUri } from "./skill-uri.ts";
import { type SkillStamp, stampSkill } from "./stamp-skill.ts";

/** Caches entries of skills until a file changes. */
export type EntryCache = {
  /** The current entry of a skill; undefined if it cannot have one. */
  current(skill: CatalogSkill): Promise<MadeEntry | undefined>;
  /** The entry that was published last, even if it is outdated; the current one if there was none. */
  published(skill: CatalogSkill): Promise<MadeEntry | undefined>;
  /** Drops an entry that does not match its files, even if they look untouched. */
  forget(skill: CatalogSkill): void;
};

type KeeperOptions = EntryParts & { readonly onWarning: (warning: SkillWarning) => void };
export type SkillWarning = { readonly path: string; readonly message: string };

export function createEntryCache({ onWarning, ...parts }: KeeperOptions): EntryCache {
  const cache = createBoundedCache<Known>(mcpLimits.publishedCharacters);
  const underWay = new Map<string, Promise<MadeEntry | undefined>>();
  const learn = async (skill: CatalogSkill, stamp: SkillStamp | Refused): Promise<MadeEntry | undefined> => {
    const made = "message" in stamp ? stamp : await tryMake(skill, stamp, parts);
    const isRefused = "message" in made;
    if (isRefused) onWarning({ path: skill.file, message: made.message });
    const entry = isRefused ? undefined : made;
    const state = stateOf(stamp);
    if (isRefused && made.isPassing) cache.delete(skillUri(skill));
    else cache.set(skillUri(skill), { state, entry }, (entry?.length ?? 0) + state.length);
    return entry;
  };
  const current = async (skill: CatalogSkill): Promise<MadeEntry | undefined> => {
    const uri = skillUri(skill);
    const stamp = tryStamp(skill, parts);
    const known = cache.get(uri);
    if (known?.state === stateOf(stamp)) return known.entry;
    // Clients that list at the same time share the work.
    const key = `${uri}\0${stateOf(stamp)}`;
    const answer = underWay.get(key) ?? learn(skill, stamp).finally(() => underWay.delete(key));
    underWay.set(key, answer);
    return answer;
  };
  return {
    current,
    published: async (skill) => cache.get(skillUri(skill))?.entry ?? current(skill),
    forget: (skill) => cache.delete(skillUri(skill)),
  };
}

/** Skills without an entry are cached too, so that their warning comes once. */
type Known = { readonly state: string; readonly entry: MadeEntry | undefined };

type Refused = {
  readonly message: string;
  /** The result may change while the files stay the same: trust, for example, depends on other skills too. */
  readonly isPassing: boolean;
};

function stateOf(stamp: SkillStamp | Refused): string {
  return "message" in stamp ? stamp.message : stamp.text;
}

function tryStamp(skill: CatalogSkill, { fs }: EntryParts): SkillStamp | Refused {
  try {
    return stampSkill(fs, skill);
  } catch (error) {
    // Checked each time, so it may always be cached.
    return { ...toRefused(error), isPassing: false };
  }
}

async function tryMake(
  skill: CatalogSkill,
  stamp: SkillStamp,
  parts: EntryParts,
): Promise<MadeEntry | Refused> {
  try {
    return await makeEntry(skill, stamp, parts);
  } catch (error) {
    return toRefused(error);
  }
}

const contentFaults: ReadonlySet<SkillErrorCode> = new Set(["skill-invalid", "skill-too-large"]);

function toRefused(error: unknown): Refused {
  if (error instanceof SkillError)
    return { message: formatError(error), isPassing: !contentFaults.has(error.code) };
  if (error instanceof SkillCatalogError)
    return { message: error.problems.map(({ message }) => message).join("; "), isPassing: false };
  throw error;
}

/** A cache limited in bytes that evicts the least recently used values first. */
type BoundedCache<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value, bytes: number): void;
  delete(key: string): void;
};

export function createBoundedCache<Value>(maxBytes: number): BoundedCache<Value> {
  const kept = new Map<string, { readonly value: Value; readonly bytes: number }>();
  let room = maxBytes;
  const remove = (key: string): void => {
    room += kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  return {
    get: (key) => {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      // A map keeps insertion order: reinserting makes an entry the newest.
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    set: (key, value, bytes) => {
      remove(key);
      if (bytes > maxBytes) return;
      kept.set(key, { value, bytes });
      room -= bytes;
      for (const oldest of kept.keys()) {
        if (room >= 0) return;
        remove(oldest);
      }
    },
    delete: remove,
  };
}
