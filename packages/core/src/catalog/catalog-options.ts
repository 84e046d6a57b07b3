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
  /** Folders of skills, nearest first. A bare path is searched to any depth and is trusted: the caller named it. */
  readonly roots: readonly (SkillRoot | string)[];
  /** What finding the roots had to say; it is listed with the rest. */
  readonly findings?: readonly DiscoveryFinding[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sha256?: Sha256;
  /** Where to keep what was read for the next process; nothing is kept when absent. */
  readonly indexFolder?: string;
  /** Projects the user vouched for; none when absent. */
  readonly trust?: TrustSource;
  /** Who wins on equal names; see `readPrecedence`. */
  readonly precedence?: Precedence;
  /** For whom and where the skills are to be used. */
  readonly context?: Omit<ResolveContext, "precedence" | "bareNames" | "isTrusted" | "isSameContent">;
  /** A model of the caller's choice that judges the best hits of a search anew. */
  readonly secondStage?: SecondStage;
  /** Called when that model fails; the hits then stay in the order of the built-in search. */
  readonly onSecondStageFailure?: (error: unknown) => void;
  readonly watcher?: Watcher;
};
