import { SkillError } from "@skillwright/core";
import type { PackageNeeds } from "@skillwright/core/discover";
import type { Lock, LockedSkill } from "../lock/lock.ts";
import type { FileTree } from "../tree/file-tree.ts";
import { pathFault } from "../tree/path-fault.ts";
import { type Place, type SkillsFolder, storeFolder } from "./place.ts";
import type { FileChange, Plan, PlanItem, PlanWarning, Target } from "./plan.ts";
import { replaceTarget } from "./replace-target.ts";
import type { FolderState, InstalledFolder } from "./snapshot.ts";
import { compareThreeWays } from "./three-way.ts";

/** A skill that shall be installed as the lock will say; `tree` is its content, needed unless it is there. */
export type WantedSkill = {
  readonly locked: LockedSkill;
  readonly tree?: FileTree;
  /** The signature that came with it, which may not be verified. */
  readonly signature?: string;
  /** The version that the signature is for; the lock has none where the source has no versions. */
  readonly signedVersion?: string;
  /** Who signed it, as verified now; absent if policies name no trusted signers, so that only the lock can say. */
  readonly signer?: Verified;
  /** It is a newer state of the installed skill, which may have moved inside its source. */
  readonly isRenewal?: true;
  /** What its package needs; absent where only the lock says it. */
  readonly needs?: PackageNeeds;
  /** The agents that get it; those of the whole request if absent. */
  readonly agents?: readonly string[];
};

/** `by` is undefined for what has no signature. */
export type Verified = { readonly by: string | undefined };

export type InstallRequest = {
  readonly place: Place;
  readonly wanted: readonly WantedSkill[];
  /** Names of locked skills that shall go. */
  readonly removed?: readonly string[];
  /** Names of wanted skills whose edits are discarded. */
  readonly discarded?: ReadonlySet<string>;
  readonly lock: Lock;
  /** The agents that read the stored copies, and the folders of those that need links; see `agentFolders`. */
  readonly storeAgents?: readonly string[];
  readonly folders: readonly SkillsFolder[];
  /** What is at each path now; see `readInstalled`. */
  readonly states: ReadonlyMap<string, FolderState>;
  /** What was installed, by digest, as far as the cache has it. */
  readonly bases?: ReadonlyMap<string, FileTree>;
};

/**
 * Decides what an installation does. Pure: the same request gives the same plan. What the user edited or added stays unless it is to be
 * discarded, a folder that is not known is not overwritten, and one that has the wanted content already is taken over.
 */
export function planInstall(request: InstallRequest): Plan {
  const warnings: PlanWarning[] = [];
  const wanted = chooseByName(request, warnings);
  const previous = new Map(request.lock.skills.map((skill) => [skill.name, skill]));
  const next = new Map(previous);
  const items: PlanItem[] = [];
  for (const skill of wanted.values()) {
    next.set(skill.locked.name, skill.locked);
    items.push(planSkill(request, skill, { previous: previous.get(skill.locked.name), warnings }));
  }
  for (const name of request.removed ?? []) {
    const locked = previous.get(name);
    if (locked === undefined) throw new SkillError("skill-unknown", { name, hint: "" });
    next.delete(name);
    items.push(planRemoval(request, locked, warnings));
  }
  return {
    items: items.sort((a, b) => (a.name < b.name ? -1 : 1)),
    lock: { version: 1, skills: [...next.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) },
    warnings,
  };
}

/** Refuses two sources for one name; of two packages the last one has it. */
function chooseByName({ wanted, lock }: InstallRequest, warnings: PlanWarning[]): Map<string, WantedSkill> {
  const owners = new Map(lock.skills.map((skill) => [skill.name, skill]));
  const chosen = new Map<string, WantedSkill>();
  for (const skill of wanted) {
    const { locked } = skill;
    const { name } = locked;
    expectInstallName(name);
    const owner = owners.get(name);
    if (owner && !isSameOrigin(owner, skill)) {
      if (owner.package === undefined || locked.package === undefined) throw nameTaken(owner, locked);
      warnings.push({ code: "package-replaced", name, package: locked.package, previous: owner.package });
    }
    owners.set(name, locked);
    chosen.set(name, skill);
  }
  return chosen;
}

/** Refuses a name that is no folder's. */
export function expectInstallName(name: string): void {
  const fault = name.includes("/") ? "contains a slash" : pathFault(name);
  if (fault === undefined) return;
  throw new SkillError("install-refused", { name, reason: `its name ${fault}. Use --as to choose another` });
}

function isSameOrigin(one: LockedSkill, { locked: other, isRenewal }: WantedSkill): boolean {
  if (one.source !== other.source) return false;
  return isRenewal === true || (one.path === other.path && one.package === other.package);
}

function nameTaken(owner: LockedSkill, { name, source }: LockedSkill): SkillError {
  const reason = `${owner.source} already provides a skill of that name. Use --as ALIAS to install the one from ${source} under another name`;
  return new SkillError("install-refused", { name, reason });
}

type Context = { readonly previous: LockedSkill | undefined; readonly warnings: PlanWarning[] };

function planSkill(request: InstallRequest, wanted: WantedSkill, context: Context): PlanItem {
  const { locked, tree } = wanted;
  const { previous, warnings } = context;
  const { name } = locked;
  const path = `${storeFolder(request.place)}/${name}`;
  const state = request.states.get(path) ?? { kind: "missing" };
  const files = compareFolder(request, state, { locked, tree, previous, path });
  const isNew = previous === undefined || state.kind === "missing";
  const hasChange = files.some(({ change }) => change !== "keep");
  const isTaken = files.some(({ change }) => change === "conflict");
  if (previous === undefined && state.kind === "folder" && isTaken)
    warnings.push({ code: "folder-unknown", name, path });
  if (previous && !request.bases?.has(previous.digest) && files.some(({ change }) => change === "conflict"))
    warnings.push({ code: "base-missing", name });
  const present = isNew ? "add" : "update";
  const store: Target = {
    ...{ path, agents: ownAgents(wanted, request.storeAgents ?? []), kind: "store" },
    change: hasChange ? present : "keep",
  };
  const links = foldersFor(request, wanted).map((folder) =>
    planTarget(request, folder, { locked, tree, previous, warnings }),
  );
  const isSame = previous?.digest === locked.digest;
  const changed = isSame && !hasChange ? "keep" : "update";
  return {
    ...{ action: isNew ? "install" : changed, name, locked },
    ...(previous && { previous }),
    ...(tree && { tree }),
    targets: [store, ...links],
    files,
  };
}

function ownAgents({ agents }: WantedSkill, all: readonly string[]): readonly string[] {
  return agents === undefined ? all : all.filter((id) => agents.includes(id));
}

/** The folders of a skill's own agents, and those that have it already: a copy there must not stay behind. */
function foldersFor({ folders, states }: InstallRequest, wanted: WantedSkill): readonly SkillsFolder[] {
  return folders.flatMap((folder) => {
    const agents = ownAgents(wanted, folder.agents);
    if (agents.length > 0) return [{ ...folder, agents }];
    return states.has(`${folder.path}/${wanted.locked.name}`) ? [folder] : [];
  });
}

type Side = {
  readonly locked: LockedSkill;
  readonly tree: FileTree | undefined;
  readonly previous: LockedSkill | undefined;
};

/** What changes in a stored copy or another copy. */
function compareFolder(
  { bases, discarded }: InstallRequest,
  state: FolderState,
  { locked, tree, previous, path }: Side & { readonly path: string },
): readonly FileChange[] {
  if (state.kind === "link" || state.kind === "other")
    throw new SkillError("install-refused", {
      name: locked.name,
      reason: `${path} is not a folder; move it away`,
    });
  if (state.kind === "missing")
    return needTree(locked, tree).entries.map((entry) => ({ path: entry.path, change: "add", entry }));
  const discards = discarded?.has(locked.name) ?? false;
  if (previous?.digest === locked.digest && tree === undefined && !discards) {
    const missing = Object.keys(locked.files).some((file) => !state.files.has(file));
    if (missing) needTree(locked, tree);
    return [...editedFiles(state.files, locked), ...state.extras]
      .sort()
      .map((file) => ({ path: file, change: "keep" }));
  }
  return compareThreeWays({
    base: previous?.files ?? {},
    baseTree: previous && bases?.get(previous.digest),
    yours: state,
    theirs: needTree(locked, tree),
    discards,
  });
}

function editedFiles(
  files: ReadonlyMap<string, { readonly hash: string }>,
  { files: expected }: LockedSkill,
): readonly string[] {
  return [...files].filter(([path, { hash }]) => hash !== expected[path]).map(([path]) => path);
}

function needTree({ source }: LockedSkill, tree: FileTree | undefined): FileTree {
  if (tree === undefined) throw new SkillError("source-offline", { source });
  return tree;
}

/** An agent's folder: a link to the stored copy, or a copy of it that was made where the system cannot link. */
function planTarget(
  request: InstallRequest,
  folder: SkillsFolder,
  side: Side & Pick<Context, "warnings">,
): Target {
  const { name } = side.locked;
  const path = `${folder.path}/${name}`;
  const state = request.states.get(path) ?? { kind: "missing" };
  const target = { path, agents: folder.agents };
  if (state.kind === "missing") return { ...target, kind: "link", change: "add" };
  if (state.kind === "link" && isStored(request, state.leadsTo, name))
    return { ...target, kind: "link", change: "keep" };
  const discards = request.discarded?.has(name) ?? false;
  const copy = state.kind === "folder" ? planCopy(request, state, { ...side, path }) : undefined;
  if (copy?.change === "keep") return { ...target, ...copy };
  const replaced = discards ? replaceTarget(state) : undefined;
  if (replaced) return { ...target, kind: "link", change: "update", ...replaced };
  if (copy) return { ...target, ...copy };
  const isReplaceable =
    !discards && (state.kind === "folder" || (state.kind === "link" && state.leadsTo !== undefined));
  side.warnings.push({ code: "target-blocked", name, path, isReplaceable });
  return { ...target, kind: "link", change: "blocked" };
}

/** Undefined for a folder that is not a copy of the skill. */
function planCopy(
  request: InstallRequest,
  state: InstalledFolder,
  side: Side & { readonly path: string },
): Pick<Target, "kind" | "change" | "files"> | undefined {
  if (side.previous === undefined)
    return isCopyOf(state, side) ? { kind: "copy", change: "keep" } : undefined;
  const files = compareFolder(request, state, side);
  const hasChange = files.some(({ change }) => change !== "keep");
  return { kind: "copy", change: hasChange ? "update" : "keep", files };
}

/** Whether a folder that the lock does not know has exactly the files that come, as other tools leave them. */
function isCopyOf(state: InstalledFolder, { tree }: Side): boolean {
  if (tree === undefined) return false;
  return compareThreeWays({ base: {}, yours: state, theirs: tree }).length === 0;
}

/** Whether a link leads to the stored copy. */
function isStored({ place, states }: InstallRequest, leadsTo: string | undefined, name: string): boolean {
  const store = states.get(storeFolder(place));
  const folder = store?.kind === "link" && store.leadsTo !== undefined ? store.leadsTo : storeFolder(place);
  return leadsTo === `${folder}/${name}`;
}

function planRemoval(request: InstallRequest, previous: LockedSkill, warnings: PlanWarning[]): PlanItem {
  const { name } = previous;
  const path = `${storeFolder(request.place)}/${name}`;
  const removalOf = (state: FolderState): readonly FileChange[] =>
    state.kind === "folder"
      ? compareThreeWays({ base: previous.files, yours: state, theirs: { entries: [] } })
      : [];
  const state = request.states.get(path) ?? { kind: "missing" };
  const files = removalOf(state);
  const kept = files.filter(({ change }) => change === "keep");
  const isStillSkill = kept.some((file) => file.path === "SKILL.md");
  if (kept.length > 0) warnings.push({ code: "edits-kept", name, path, isStillSkill });
  const targets = request.folders.flatMap((folder): readonly Target[] => {
    const at = { path: `${folder.path}/${name}`, agents: folder.agents };
    const there = request.states.get(at.path) ?? { kind: "missing" };
    if (there.kind === "link" && isStored(request, there.leadsTo, name))
      return [{ ...at, kind: "link", change: "remove" }];
    const copied = removalOf(there);
    return copied.some(({ change }) => change === "remove")
      ? [{ ...at, kind: "copy", change: "remove", files: copied }]
      : [];
  });
  const isThere = files.some(({ change }) => change === "remove");
  const store: Target = {
    path,
    agents: request.storeAgents ?? [],
    kind: "store",
    change: isThere ? "remove" : "keep",
  };
  return { action: "remove", name, previous, targets: [store, ...targets], files };
}
