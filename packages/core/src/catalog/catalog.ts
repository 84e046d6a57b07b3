import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import type { Listing } from "../listing/listing.ts";
import type { ListingOptions } from "../listing/listing-options.ts";
import type { CatalogSkill, ShadowedSkill } from "../resolve/catalog-skill.ts";
import type { Explanation } from "../resolve/explain-skill.ts";
import type { ReadOptions } from "../store/read-skill-file.ts";
import type { StoredFile, StoredSkill } from "../store/skill-store.ts";

/** The skills of many roots: found, resolved, searched, listed and loaded. */
export type Catalog = {
  /** The skills as of the last refresh. */
  list(): CatalogList;
  /** Looks what has changed since; only that is read again. With paths, only below these. */
  refresh(paths?: readonly string[]): CatalogChange;
  /** The skills that fit a request best, best first; nothing when none fits at all. */
  search(query: string, options?: SearchOptions): Promise<readonly SearchHit[]>;
  /** The skills a model should be offered for a task: asked for by name (`/pdf`, `$pdf`), or fitting well enough. */
  match(task: string, options?: SearchOptions): Promise<readonly SearchHit[]>;
  /** The skill that a reference stands for; fails like `load` when there is none, or none that is offered. */
  find(reference: string): CatalogSkill;
  /** A skill with its instructions, as it is now. */
  load(reference: string, options?: LoadOptions): Promise<LoadedEntry>;
  /** A file that comes with a skill. */
  readFile(reference: string, path: string, options?: ReadOptions): Promise<StoredFile>;
  explain(name: string): Explanation;
  /** Whether a model may choose a skill by itself, by all that the skill says of it now, in whichever client's words. */
  mayModelChoose(skill: CatalogSkill): boolean;
  /** The content digest of a skill as it is now. */
  digest(skill: CatalogSkill): string;
  /** Calls back after each change until the answer is called. */
  watch(listener: (change: CatalogChange) => void): () => void;
  /** What a model sees of the skills before it uses one; with a task, the skills that fit it come first. */
  listing(options: ListingOptions & { readonly task?: string }): Promise<Listing>;
  /** Keeps what was read for the next process; answers with what went wrong. */
  save(): readonly DiscoveryFinding[];
};

export type CatalogList = {
  readonly skills: readonly CatalogSkill[];
  readonly shadowed: readonly ShadowedSkill[];
  readonly findings: readonly DiscoveryFinding[];
};

/** Ids of skills. */
export type CatalogChange = {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
};

export type SearchOptions = {
  /** At most so many; ten when absent. */
  readonly limit?: number;
  /** Scores below are left out, from 0 to 1. */
  readonly threshold?: number;
};

export type SearchHit = {
  readonly skill: CatalogSkill;
  /** From 0 to 1; how well the skill fits. */
  readonly score: number;
};

export type LoadOptions = {
  /** What the content must be; `skill-changed` when it is not. */
  readonly digest?: string;
};

/** A skill as it is now. */
export type LoadedEntry = StoredSkill & {
  readonly skill: CatalogSkill;
  /** Its SKILL.md is not what it was when it was listed; for the other files compare digests. */
  readonly changed: boolean;
};
