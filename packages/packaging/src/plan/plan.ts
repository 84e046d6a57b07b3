import type { Lock, LockedSkill } from "../lock/lock.ts";
import type { FileTree, TreeEntry } from "../tree/file-tree.ts";

/** Everything an installation will do, decided before anything is written. Plain data: it can be shown, compared and tested. */
export type Plan = {
  /** By name. */
  readonly items: readonly PlanItem[];
  /** What the lock will say. */
  readonly lock: Lock;
  readonly warnings: readonly PlanWarning[];
};

export type PlanItem = {
  readonly action: "install" | "update" | "remove" | "keep";
  readonly name: string;
  /** What the lock will say; absent for a removal. */
  readonly locked?: LockedSkill;
  /** What the lock says now; absent for a new skill. */
  readonly previous?: LockedSkill;
  /** The content that comes; absent where it is there already, and for a removal. */
  readonly tree?: FileTree;
  /** The stored copy first, then the agents' folders that lead to it. */
  readonly targets: readonly Target[];
  /** The files of the stored copy that change or that are the user's own, by path. Other files stay as they are. */
  readonly files: readonly FileChange[];
};

export type Target = {
  readonly path: string;
  /** The agents that read it. */
  readonly agents: readonly string[];
  /** `store` is the stored copy itself, `copy` another one where the system cannot link. */
  readonly kind: "store" | "link" | "copy";
  /** `blocked`: something else is there, which stays. */
  readonly change: "add" | "update" | "remove" | "keep" | "blocked";
  /** The files of a copy that change, as of the stored copy; those of a foreign folder that a link replaces. */
  readonly files?: readonly FileChange[];
  /** The real path of a foreign link that is replaced. */
  readonly leadsTo?: string;
};

/** `before` is the hash of the file on disk, as in the lock. */
export type FileChange =
  | { readonly path: string; readonly change: "add"; readonly entry: TreeEntry }
  | {
      readonly path: string;
      /** `merge`: both sides changed it, and their changes fit together. */
      readonly change: "replace" | "merge";
      readonly entry: TreeEntry;
      readonly before: string;
      /** The user's edits of it are lost. */
      readonly discards?: true;
    }
  /** Both sides changed it: the user's file stays, the new one is written beside it. */
  | { readonly path: string; readonly change: "conflict"; readonly entry: TreeEntry; readonly beside: string }
  | {
      readonly path: string;
      readonly change: "remove";
      readonly before: string;
      /** It is the user's own file. */
      readonly discards?: true;
    }
  /** The user's own file or edit, which stays; the path of a folder ends with `/`. */
  | { readonly path: string; readonly change: "keep" };

export type PlanWarning =
  /** A skill of another package had the name; the one installed last has it now. */
  | {
      readonly code: "package-replaced";
      readonly name: string;
      readonly package: string;
      readonly previous: string;
    }
  /** The stored copy would be where a folder with other content is that the lock does not know. */
  | { readonly code: "folder-unknown"; readonly name: string; readonly path: string }
  /** An agent's folder has something else of that name. `isReplaceable`: it would go if edits were discarded. */
  | {
      readonly code: "target-blocked";
      readonly name: string;
      readonly path: string;
      readonly isReplaceable: boolean;
    }
  /** The cache no longer has what was installed, so edited files cannot be merged. */
  | { readonly code: "base-missing"; readonly name: string }
  /** A removed skill leaves the user's own files and edits behind. */
  | {
      readonly code: "edits-kept";
      readonly name: string;
      readonly path: string;
      /** Whether the SKILL.md stays, so that agents still find a skill there. */
      readonly isStillSkill: boolean;
    };
