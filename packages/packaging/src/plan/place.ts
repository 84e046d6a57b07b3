import { type FileSystem, SkillError } from "@skillwright/core";
import { type Client, chooseClients } from "@skillwright/core/discover";
import { foldersUpward, isInside, joinPath } from "@skillwright/core/path";

/** Where skills are installed. */
export type Place = {
  readonly scope: "project" | "user";
  /** The project, or the user's home: an absolute path with `/`. */
  readonly root: string;
  /** `skillwright.lock` and `skillwright.json`. */
  readonly lockPath: string;
  readonly wantsPath: string;
};

/** A folder of skills, and the agents that read it. */
export type SkillsFolder = { readonly path: string; readonly agents: readonly string[] };

/** The stored copies are in the folder that agents share. */
export function storeFolder({ root }: Place): string {
  return joinPath(root, sharedFolder);
}

const sharedFolder = ".agents/skills";

/**
 * The folders of agents that need links to the stored copies, by path; without agents, those of every known agent. Agents that read the
 * stored copies themselves need none.
 */
export function agentFolders(place: Place, agents?: readonly string[]): readonly SkillsFolder[] {
  const folders = new Map<string, string[]>();
  for (const client of chooseClients(agents)) {
    const all = foldersOf(client, place);
    const [first] = all;
    if (first === undefined || all.includes(storeFolder(place))) continue;
    folders.set(first, [...(folders.get(first) ?? []), client.id]);
  }
  return [...folders]
    .map(([path, ids]) => ({ path, agents: ids.toSorted() }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The chosen agents that read the stored copies themselves. */
export function storeAgents(place: Place, agents: readonly string[]): readonly string[] {
  return chooseClients(agents)
    .filter((client) => foldersOf(client, place).includes(storeFolder(place)))
    .map(({ id }) => id)
    .sort();
}

function foldersOf(client: Client, { scope, root }: Place): readonly string[] {
  if (scope === "project") return client.project.map((path) => joinPath(root, path));
  return client.personal
    .filter((path) => path.startsWith("~/"))
    .map((path) => joinPath(root, path.slice("~/".length)));
}

/**
 * The real path of a folder, which may not exist yet. A project comes from others: a link in it that leads out of it is refused, or an
 * installation could write anywhere.
 */
export function resolveFolder(fs: FileSystem, place: Place, folder: string): string {
  const found = foldersUpward(folder)
    .map((path) => ({ path, real: fs.realPath(path) }))
    .find(({ real }) => real !== undefined);
  if (found?.real === undefined) return folder;
  const rest = folder.slice(found.path.length).replace(/^\//, "");
  const real = rest === "" ? found.real : joinPath(found.real, rest);
  const root = fs.realPath(place.root) ?? place.root;
  if (place.scope === "project" && !isInside(root, real) && !isInside(found.real, root))
    throw new SkillError("settings-outside", { path: found.path, target: found.real });
  return real;
}
