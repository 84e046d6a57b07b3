import type { LockedSkill } from "../lock/lock.ts";
import type { TreeEntry } from "../tree/file-tree.ts";

/** Everything an installation will do, decided before anything is written. Plain data: it can be shown, compared and tested. */
export type Plan = { readonly items: readonly PlanItem[] };

export type PlanItem = {
  readonly action: "install" | "update" | "remove" | "keep";
  readonly name: string;
  /** What the lock will say; absent for a removal. */
  readonly locked?: LockedSkill;
  /** What the lock says now; absent for a new skill. */
  readonly previous?: LockedSkill;
  /** The folder with the stored copy, and the agents' folders that lead to it. */
  readonly targets: readonly Target[];
  /** The files of the stored copy that change, by path. */
  readonly files: readonly FileChange[];
};

export type Target = {
  readonly path: string;
  /** The agents that read it. */
  readonly agents: readonly string[];
  /** `copy` is the stored copy itself, or a folder where the system cannot link. */
  readonly kind: "store" | "link" | "copy";
};

export type FileChange =
  | { readonly path: string; readonly change: "add" | "replace"; readonly entry: TreeEntry }
  /** Both sides changed it, and their changes fit together. */
  | { readonly path: string; readonly change: "merge"; readonly entry: TreeEntry }
  /** Both sides changed it: the user's file stays, the new one is written beside it. */
  | { readonly path: string; readonly change: "conflict"; readonly entry: TreeEntry; readonly beside: string }
  | { readonly path: string; readonly change: "remove" }
  /** The user's own file or edit, which stays. */
  | { readonly path: string; readonly change: "keep" };
