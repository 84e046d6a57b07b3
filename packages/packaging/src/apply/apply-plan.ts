import { SkillError } from "@skillwright/core";
import { type Place, resolveFolder, storeFolder } from "../plan/place.ts";
import type { FileChange, Plan, PlanItem, Target } from "../plan/plan.ts";
import type { TreeEntry } from "../tree/file-tree.ts";
import {
  type Change,
  type FileUpdate,
  type InstallPorts,
  runTransaction,
  tryTransaction,
} from "./transaction.ts";
import { readUndo, type UndoEntry } from "./undo-record.ts";

export { type InstallPorts, recoverInstallation } from "./transaction.ts";

export type Applied = {
  /** Every target of the plan, with what the system could do: `copy` where it cannot link. */
  readonly targets: readonly Target[];
};

/**
 * Does what a plan says, as one step: skills, links, lock and wants. Fails without changing anything if something is not as the plan saw
 * it. `files` are the lock and the wants with their bytes before and after.
 */
export function applyPlan(
  plan: Plan,
  { place, files }: { readonly place: Place; readonly files: readonly Omit<FileUpdate, "kind">[] },
  ports: InstallPorts,
): Applied {
  for (const { tree, locked } of plan.items)
    if (tree && !ports.cache.has(locked?.digest ?? "")) ports.cache.put(tree);
  const store = resolveFolder(ports.fs, place, storeFolder(place));
  const changes = [
    ...plan.items.flatMap((item) => changesOf(item, store, ports)),
    ...files.map((file): Change => ({ kind: "file", ...file })),
  ];
  const links = runTransaction(place, changes, ports);
  const actual = (target: Target): Target => ({ ...target, kind: links.get(target.path) ?? target.kind });
  return { targets: plan.items.flatMap((item) => item.targets.map(actual)) };
}

function changesOf(item: PlanItem, folder: string, { cache }: InstallPorts): readonly Change[] {
  const store = `${folder}/${item.name}`;
  return item.targets.flatMap((target): readonly Change[] => {
    const { path, change } = target;
    if (change === "keep" || change === "blocked") return [];
    if (target.kind !== "link") return [folderChange(path, target.files ?? item.files)];
    const digest = item.locked?.digest ?? "";
    const replaced = target.files === undefined ? [] : [folderChange(path, target.files)];
    return [
      ...replaced,
      {
        ...{ kind: "link", path, copy: () => cache.get(digest) },
        before: change === "add" || replaced.length > 0 ? undefined : (target.leadsTo ?? store),
        after: change === "remove" ? undefined : store,
      },
    ];
  });
}

function folderChange(path: string, files: readonly FileChange[]): Change {
  const before: Record<string, string> = {};
  const after: TreeEntry[] = [];
  for (const file of files) {
    if ("before" in file) before[file.path] = file.before;
    if (file.change === "conflict") after.push({ ...file.entry, path: file.beside });
    else if ("entry" in file) after.push(file.entry);
  }
  return { kind: "folder", path, before, after };
}

/**
 * Takes back the last operation in a place; a second call does it again. Refused if something it wrote has changed since, or if the cache
 * no longer has what was there before. A dry run refuses in the same cases, and changes nothing.
 */
export function undoLast(
  place: Place,
  ports: InstallPorts,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): readonly string[] {
  const store = resolveFolder(ports.fs, place, storeFolder(place));
  const record = readUndo(ports, store);
  if (record === undefined) throw refusal("none is recorded for this place");
  try {
    // The last change of a place first: a link may have taken the place of a folder.
    const places = Map.groupBy(record.entries, ({ path }) => path);
    const changes = [...places.values()].flatMap((entries) =>
      entries.toReversed().map((entry) => reverse(entry, ports)),
    );
    if (dryRun) tryTransaction(place, changes, ports);
    else runTransaction(place, changes, ports);
  } catch (error) {
    if (error instanceof SkillError && error.code === "settings-changed")
      throw refusal(`${error.details.path} has changed since`);
    throw error;
  }
  return [...new Set(record.entries.map(({ path }) => path))];
}

function reverse(entry: UndoEntry, ports: InstallPorts): Change {
  const { path } = entry;
  if (entry.kind === "link") return { kind: "link", path, before: entry.after, after: entry.before };
  if (entry.kind === "file") {
    const content = (hash: string | undefined): Uint8Array | undefined =>
      hash === undefined ? undefined : readKept(ports, hash, path);
    return { kind: "file", path, before: content(entry.after), after: content(entry.before) };
  }
  const before = Object.fromEntries(entry.after.map((file) => [file.path, file.hash]));
  const after = entry.before.map((file): TreeEntry => {
    if (file.hash.startsWith("link:")) return { path: file.path, linksTo: file.hash.slice("link:".length) };
    const { executable } = file;
    return { path: file.path, executable, bytes: readKept(ports, file.hash, `${path}/${file.path}`) };
  });
  return { kind: "folder", path, before, after };
}

function readKept({ cache }: InstallPorts, hash: string, path: string): Uint8Array {
  const bytes = cache.getFile(hash);
  if (bytes === undefined) throw refusal(`the cache no longer has ${path} as it was`);
  return bytes;
}

function refusal(reason: string): SkillError {
  return new SkillError("undo-refused", { reason });
}
