import { SkillError } from "../error.ts";
import type { DirectoryEntry, FileSystem } from "../fs/file-system.ts";
import { joinPath, relativePath } from "../path/path.ts";
import { type IgnoreLayer, isIgnoredItself, readIgnoreLayers } from "./ignore-rules.ts";
import {
  installationFolder,
  isEvalWorkspace,
  isSkillFile,
  resourceFolders,
  skippedFolders,
} from "./layout.ts";

/** What a walk knows of a folder: its subfolders that may hold skills, and its links. */
export type FolderListing = {
  readonly listedMs: number;
  readonly changedMs: number;
  /** The folder is itself a skill. */
  readonly isSkill: boolean;
  readonly children: readonly string[];
  readonly links: readonly string[];
};

export type WalkProblem =
  | { readonly code: "folder-unreadable"; readonly path: string; readonly error: SkillError }
  | { readonly code: "walk-too-deep"; readonly path: string; readonly max: number }
  | { readonly code: "walk-too-large"; readonly path: string; readonly max: number };

/** How to walk a folder for skills. `Skill` is whatever the caller makes of a skill's folder. */
export type WalkPolicy<Skill> = {
  /** Reads the skill in a folder; undefined when the file is not there. `entries` are those of the folder, once listed. */
  readonly read: (
    directory: string,
    fileName: string,
    entries?: readonly DirectoryEntry[],
  ) => Skill | undefined;
  /** Levels below the root. */
  readonly depth: number;
  readonly maxEntries: number;
  /** Also search inside skills, but not in their resource folders. The root is always searched. */
  readonly nested?: boolean | undefined;
  /** Also search folders that are usually skipped: tools' folders, resources of skills, eval workspaces. */
  readonly everything?: boolean;
  /** List each folder before its SKILL.md is opened, and accept any spelling of the name. */
  readonly listFirst?: boolean;
  /** Whether .gitignore and .skillignore files apply. */
  readonly ignoreFiles?: boolean;
  /** Called with a folder's path below the root; true leaves it out. */
  readonly ignore?: ((path: string) => boolean) | undefined;
  /** What to do with a symbolic link: yield a skill, walk the folder it leads to, or skip it (undefined). */
  readonly link: (path: string) => { readonly skill: Skill } | "walk" | undefined;
  readonly memory?: WalkMemory<Skill> | undefined;
  readonly report: (problem: WalkProblem) => void;
};

type WalkMemory<Skill> = {
  readonly nowMs: number;
  /** What an earlier walk saw of a folder and is still valid. */
  recall(path: string): { readonly skill?: Skill; readonly listing?: FolderListing } | undefined;
  /** Called for each folder whose listing can be recalled later. */
  keep(path: string, listing: FolderListing): void;
  /** Called for each folder that must be visited again next time, although it may look unchanged. */
  revisit(): void;
};

/**
 * Finds the skills below a folder, in the order of their paths as text: `a`, `a-b`, `a/c`. A folder with a SKILL.md is a
 * skill. This is the only walk for skills: the catalog, `check` and the guard differ in their policies.
 */
export function* walkSkills<Skill>(
  fs: FileSystem,
  root: string,
  policy: WalkPolicy<Skill>,
): Generator<Skill> {
  const walk: Walk<Skill> = { fs, root, policy, seen: 0 };
  // Sorted by `key`, the next one last: `a/` sorts after `a-b`, so what is in `a` comes after `a-b`.
  const pending: Task[] = [{ key: root, path: root, depth: 0, layers: [], kind: "folder" }];
  for (let task = pending.pop(); task !== undefined; task = pending.pop()) {
    if (task.kind === "contents") {
      for (const child of task.children.toReversed()) pending.push(child);
      continue;
    }
    const followed = task.kind === "link" ? policy.link(task.path) : "walk";
    if (followed === undefined) continue;
    const found = followed === "walk" ? visitFolder(walk, task) : followed;
    if (found.skill !== undefined) yield found.skill;
    if ("children" in found && found.children.length > 0)
      insert(pending, { key: joinPath(task.path, ""), kind: "contents", children: found.children });
  }
}

type Walk<Skill> = {
  readonly fs: FileSystem;
  readonly root: string;
  readonly policy: WalkPolicy<Skill>;
  /** Directory entries so far. */
  seen: number;
};

type Visit = {
  readonly key: string;
  readonly path: string;
  readonly depth: number;
  /** Ignore files on the way here. */
  readonly layers: readonly IgnoreLayer[];
  readonly kind: "folder" | "link";
};
type Task = Visit | { readonly key: string; readonly kind: "contents"; readonly children: readonly Visit[] };

/** Only siblings such as `a-b` and `a.b` sort between `a` and `a/`, so this looks at few tasks. */
function insert(pending: Task[], task: Task): void {
  let at = pending.length;
  for (let next = pending[at - 1]; next !== undefined && next.key < task.key; next = pending[at - 1]) at--;
  pending.splice(at, 0, task);
}

type Found<Skill> = { readonly skill?: Skill | undefined; readonly children: readonly Visit[] };

function visitFolder<Skill>(walk: Walk<Skill>, visit: Visit): Found<Skill> {
  const { policy } = walk;
  const { path, depth } = visit;
  const known = policy.memory?.recall(path);
  // Nearly every folder below a root is a skill, so opening its SKILL.md usually saves the listing.
  const readsFirst = known === undefined && depth > 0 && !policy.listFirst;
  const early = readsFirst ? policy.read(path, "SKILL.md") : known?.skill;
  if (early !== undefined && depth > 0 && !policy.nested) return { skill: early, children: [] };
  if (depth > 0 && depth >= policy.depth && !policy.listFirst) {
    const skill = early ?? policy.read(path, "skill.md");
    policy.memory?.revisit();
    if (skill === undefined) policy.report({ code: "walk-too-deep", path, max: policy.depth });
    return { skill, children: [] };
  }
  // An ignore file may change while the folders below it do not, so these are listed each time.
  const recalled = visit.layers.length === 0 ? known?.listing : undefined;
  if (recalled) return { skill: early, children: openListing(walk, visit, { ...recalled, layers: [] }) };
  return listFolder(walk, visit, { early, wasRead: readsFirst });
}

function listFolder<Skill>(
  walk: Walk<Skill>,
  visit: Visit,
  { early, wasRead }: { readonly early: Skill | undefined; readonly wasRead: boolean },
): Found<Skill> {
  const { fs, policy } = walk;
  const { path, depth } = visit;
  const listed = readEntries(walk, path);
  if (listed === undefined) return { skill: early, children: [] };
  const { entries, changedMs } = listed;
  const skill = early ?? readListed(policy, path, { entries, wasRead });
  const isSkill = skill !== undefined;
  if ((isSkill && depth > 0 && !policy.nested) || depth >= policy.depth) return { skill, children: [] };
  const isSkipped = (name: string): boolean =>
    !policy.everything &&
    (skippedFolders.has(name) || name === installationFolder || (isSkill && resourceFolders.has(name)));
  if (!policy.everything && isEvalWorkspace(path, entries)) return { skill, children: [] };
  const own = policy.ignoreFiles ? readIgnoreLayers(fs, path, entries) : [];
  const layers = own.length === 0 ? visit.layers : [...visit.layers, ...own];
  const namesOf = (wanted: DirectoryEntry["kind"]): readonly string[] =>
    entries
      .filter(({ name, kind }) => kind === wanted && !isSkipped(name))
      .filter(({ name }) => !isLeftOut(walk, joinPath(path, name), layers))
      .map(({ name }) => name);
  const [children, links] = [namesOf("directory"), namesOf("symlink")];
  const listedMs = policy.memory?.nowMs ?? 0;
  const listing = { listedMs, changedMs, isSkill, children, links, layers };
  return { skill, children: openListing(walk, visit, listing) };
}

function openListing<Skill>(
  { policy: { memory } }: Walk<Skill>,
  { path, depth }: Visit,
  { layers, ...listing }: FolderListing & Pick<Visit, "layers">,
): readonly Visit[] {
  if (layers.length === 0) memory?.keep(path, listing);
  if (layers.length > 0 || listing.links.length > 0) memory?.revisit();
  const toVisit =
    (kind: Visit["kind"]) =>
    (name: string): Visit => {
      const below = joinPath(path, name);
      return { key: below, path: below, depth: depth + 1, layers, kind };
    };
  const children = listing.children.map(toVisit("folder"));
  if (listing.links.length === 0) return children;
  return [...children, ...listing.links.map(toVisit("link"))].sort((a, b) => (a.key < b.key ? -1 : 1));
}

function readListed<Skill>(
  policy: WalkPolicy<Skill>,
  path: string,
  { entries, wasRead }: { readonly entries: readonly DirectoryEntry[]; readonly wasRead: boolean },
): Skill | undefined {
  if (policy.listFirst) {
    const file = entries.find(isSkillFile);
    return file && policy.read(path, file.name, entries);
  }
  const tryFile = (fileName: string): Skill | undefined =>
    entries.some(({ name }) => name === fileName) ? policy.read(path, fileName, entries) : undefined;
  return (wasRead ? undefined : tryFile("SKILL.md")) ?? tryFile("skill.md");
}

function isLeftOut<Skill>(
  { root, policy }: Walk<Skill>,
  path: string,
  layers: readonly IgnoreLayer[],
): boolean {
  if (layers.length > 0 && isIgnoredItself(layers, path, "directory")) return true;
  return policy.ignore?.(relativePath(root, path) ?? path) ?? false;
}

/** An unreadable folder hides only itself. */
function readEntries<Skill>(
  walk: Walk<Skill>,
  path: string,
): { readonly entries: readonly DirectoryEntry[]; readonly changedMs: number } | undefined {
  const { fs, policy } = walk;
  try {
    // Before the listing: a change in between is then seen the next time.
    const changedMs = policy.memory ? (fs.stat(path)?.changedMs ?? 0) : 0;
    const entries = fs.list(path);
    walk.seen += entries.length;
    if (walk.seen <= policy.maxEntries) return { entries, changedMs };
    policy.report({ code: "walk-too-large", path, max: policy.maxEntries });
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    policy.report({ code: "folder-unreadable", path, error });
  }
  return undefined;
}
