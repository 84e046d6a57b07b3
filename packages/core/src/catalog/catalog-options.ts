import type { Sha256 } from "../digest/sha256.ts";
import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import type { SkillRoot } from "../discover/skill-root.ts";
import type { FileSystem } from "../fs/file-system.ts";
import type { Watcher } from "../fs/watcher.ts";
import type { Precedence } from "../resolve/precedence.ts";
import type { ResolveContext } from "../resolve/resolve-skills.ts";
import type { SecondStage } from "./second-stage.ts";
import type { TrustSource } from "./trusted-projects.ts";

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
  /** A model of the caller's choice that reranks the best hits of a search. */
  readonly secondStage?: SecondStage;
  /** Called when that model fails; the hits then keep the order of the built-in search. */
  readonly onSecondStageFailure?: (error: unknown) => void;
  readonly watcher?: Watcher;
  /** Fail on the first skill that is broken, violates the standard or repeats a name, instead of reporting it. */
  readonly strict?: boolean;
};
