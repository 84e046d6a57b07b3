import type { FileSystem } from "@skillwright/core";
import type { Lock } from "../lock/lock.ts";
import { type Place, resolveFolder, type SkillsFolder, storeFolder } from "./place.ts";
import type { WantedSkill } from "./plan-install.ts";
import { type FolderState, readFolder, readFolderState } from "./snapshot.ts";

export type InstalledQuery = {
  readonly place: Place;
  readonly lock: Lock;
  /** Skills that shall come; without them, what is locked is read. */
  readonly wanted?: readonly WantedSkill[];
  readonly removed?: readonly string[];
  /** Names of skills whose folders are read as a whole. */
  readonly discarded?: ReadonlySet<string>;
  readonly folders: readonly SkillsFolder[];
};

/** Reads what is now where a plan wants to write: the stored copies and the agents' folders, by path. What is missing is left out. */
export function readInstalled(fs: FileSystem, query: InstalledQuery): ReadonlyMap<string, FolderState> {
  const { place, lock, folders } = query;
  const store = storeFolder(place);
  const realStore = resolveFolder(fs, place, store);
  const states = new Map<string, FolderState>([[store, { kind: "link", leadsTo: realStore }]]);
  const locked = new Map(lock.skills.map((skill) => [skill.name, skill]));
  const wanted = new Map((query.wanted ?? []).map((skill) => [skill.locked.name, skill]));
  const names = query.wanted ? [...wanted.keys(), ...(query.removed ?? [])] : [...locked.keys()];
  for (const { path, agents } of [{ path: store, agents: [] }, ...folders]) {
    const real = resolveFolder(fs, place, path);
    // An agent whose folder is a link to the shared one reads the stored copies.
    const isStore = agents.length > 0 && real === realStore;
    const entries = new Map(listFolder(fs, real).map(({ name, kind }) => [name, kind]));
    for (const name of names) {
      const kind = entries.get(name);
      if (kind === undefined && !isStore) continue;
      const expected = {
        files: locked.get(name)?.files ?? {},
        further: wanted.get(name)?.tree?.entries.map((entry) => entry.path) ?? [],
        isWhole: query.discarded?.has(name) ?? false,
      };
      const state =
        kind === "directory" && !isStore ? readFolder(fs, `${real}/${name}`, expected) : undefined;
      const linked: FolderState = { kind: "link", leadsTo: `${realStore}/${name}` };
      states.set(`${path}/${name}`, isStore ? linked : (state ?? readOther(fs, `${real}/${name}`)));
    }
  }
  return states;
}

function listFolder(fs: FileSystem, folder: string): ReturnType<FileSystem["list"]> {
  return fs.stat(folder)?.kind === "directory" ? fs.list(folder) : [];
}

function readOther(fs: FileSystem, path: string): FolderState {
  return readFolderState(fs, path, { files: {} });
}
