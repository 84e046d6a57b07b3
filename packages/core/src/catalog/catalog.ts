import type { Sha256 } from "../digest/sha256.ts";
import type { SkillRoot } from "../discover/discovered-skill.ts";
import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import type { FileSystem, Watcher } from "../fs/file-system.ts";
import type { Listing, ListingOptions } from "../listing/listing.ts";

import type { CatalogSkill, ShadowedSkill } from "../resolve/catalog-skill.ts";
import type { Explanation } from "../resolve/find-skill.ts";
import type { Precedence } from "../resolve/precedence.ts";
import type { ResolveContext } from "../resolve/resolve-skills.ts";
import type { InstalledOf } from "../resolve/version-request.ts";
import type { TrustSource } from "../trust/project-trust.ts";
import type { BundledFile, ReadOptions } from "./bundled-file.ts";
import type { SkillContent } from "./load-content.ts";
import type { SecondStage } from "./second-stage.ts";

/** The skills of several roots: find, resolve, search, list and load them. */
export type Catalog = {
  /** The skills as of the last refresh. */
  list(): CatalogList;
  /** Reads again what changed since the last refresh; with paths, only below these. */
  refresh(paths?: readonly string[]): CatalogChange;
  /** The skills that match a query, best first. */
  search(query: string, options?: SearchOptions): Promise<readonly SearchHit[]>;
  /** The skills to offer a model for a task: named in it (`/pdf`, `$pdf`) or matching well enough. */
  match(task: string, options?: SearchOptions): Promise<readonly SearchHit[]>;
  /** The skill for a reference; throws like `load` when there is none or it is not offered. */
  find(reference: string): CatalogSkill;
  /** A skill with its instructions, as currently on disk. */
  load(reference: string, options?: LoadOptions): Promise<LoadedEntry>;
  /** A file of a skill. */
  readFile(
    reference: string,
    path: string,
    options?: ReadOptions & Pick<LoadOptions, "digest">,
  ): Promise<BundledFile>;
  explain(name: string): Explanation;
  /** Whether a model may choose a skill on its own, in any client's spelling, as of now. */
  mayModelChoose(skill: CatalogSkill): boolean;
  /** The current content digest of a skill. */
  digest(skill: CatalogSkill): string;
  /** Calls the listener after each change; returns an unsubscribe function. */
  watch(listener: (change: CatalogChange) => void): () => void;
  /** What a model sees of the skills before it uses one; with a task, matching skills come first. */
  listing(options: ListingOptions & { readonly task?: string }): Promise<Listing>;
  /** Writes the cache for the next process; returns what went wrong. */
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
  /** Maximum number of hits; ten when absent. */
  readonly limit?: number;
  /** Minimum score, from 0 to 1. */
  readonly threshold?: number;
};

export type SearchHit = {
  readonly skill: CatalogSkill;
  /** From 0 to 1. */
  readonly score: number;
};

type LoadOptions = {
  /** Required content digest; any other content fails with `skill-changed`. */
  readonly digest?: string;
  /** List only files directly in `scripts/`, `references/` and `assets/`. */
  readonly oneLevel?: boolean;
};

/** A skill with its current content. */
export type LoadedEntry = SkillContent & {
  readonly skill: CatalogSkill;
  /** Its SKILL.md changed since it was listed; for other files compare digests. */
  readonly changed: boolean;
};

export type CatalogOptions = {
  readonly fs: FileSystem;
  /** Skill folders, nearest first. A plain path is searched at any depth and trusted, since the caller named it. */
  readonly roots: readonly (SkillRoot | string)[];
  /** Findings from locating the roots; they are listed with the rest. */
  readonly findings?: readonly DiscoveryFinding[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sha256?: Sha256;
  /** Where to cache the index for the next process; no cache when absent. */
  readonly indexFolder?: string;
  /** Projects that the user trusts; none when absent. */
  readonly trust?: TrustSource;
  /** Which scope wins on equal names; see `readPrecedence`. */
  readonly precedence?: Precedence;
  /** Agent, tenant, machine and files that decide which skills are offered. */
  readonly context?: Omit<ResolveContext, "precedence" | "bareNames" | "isTrusted" | "isSameContent">;
  /** What locks know about a skill, for `acme:pdf` and for `pdf@^1.2` where its SKILL.md states no version; nothing when absent. */
  readonly installedOf?: InstalledOf;
  /** A model of the caller's choice that reranks the best hits of a search. */
  readonly secondStage?: SecondStage;
  /** Called when that model fails; the hits then keep the order of the built-in search. */
  readonly onSecondStageFailure?: (error: unknown) => void;
  readonly watcher?: Watcher;
  /** Fail on the first skill that is broken, violates the standard or repeats a name, instead of reporting it. */
  readonly strict?: boolean;
};
