import type { FileSystem } from "@skillwright/core/discover";
import { foldersUpward } from "@skillwright/core/path";
import { hookPlaces } from "../../agents/hook-places.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { HookIo } from "../../io.ts";

/** The guard's surroundings at one call. */
type Here = Pick<HookIo, "place" | "environment" | "cwd"> & {
  /** The agent's project, if it differs from the folder it works in. */
  readonly project?: string;
  /** Policies named by flags. */
  readonly policies: readonly string[];
};

/**
 * Files and folders through which an agent could lift its own restrictions: the settings of agents with hooks, policies, the log and
 * state, and the guard's program with its compiled code. By their stated and their real paths.
 */
export function listProtectedPlaces(here: Here, fs: FileSystem): readonly string[] {
  const { place, cwd, project = cwd, policies } = here;
  const [node = "", script = ""] = place.command;
  const program = fs.realPath(script) ?? script;
  const places = [
    ...[place.dataFolder, place.cacheFolder, place.systemFolder, node, script],
    // Other commands keep their compiled code here, whatever folder the hook was given.
    ...usualFolders.map((folder) => `${place.home}/${folder}/skillwright`),
    // The package: its program is in a folder of it.
    program.split("/").slice(0, -2).join("/"),
    ...policies.map((path) => absolutePath(path, cwd, place.home)),
    ...settingsFiles(here, [...foldersUpward(cwd), ...foldersUpward(project)]),
  ];
  // A relative or empty path would protect whatever it happens to be.
  const stated = [...new Set(places)].filter((path) => path.length > 1 && path.startsWith("/"));
  const realPath = createRealPath(fs);
  return [...new Set([...stated, ...stated.map(realPath)])];
}

const usualFolders = [".local/share", ".cache", "Library/Application Support", "Library/Caches"];

/** Where a path leads, even if its file does not exist yet. Most do not, and asking for that first is much faster. */
function createRealPath(fs: FileSystem): (path: string) => string {
  const folders = new Map<string, string>();
  const realFolder = (folder: string): string => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const real = fs.stat(folder) === undefined ? folder : (fs.realPath(folder) ?? folder);
    folders.set(folder, real);
    return real;
  };
  return (path) => {
    const at = path.lastIndexOf("/");
    const place = `${realFolder(path.slice(0, at) || "/")}${path.slice(at)}`;
    return fs.stat(path) === undefined ? place : (fs.realPath(path) ?? place);
  };
}

/** Agents read the settings of the project they are started in, which may be any folder above. */
function settingsFiles({ place, environment }: Here, folders: readonly string[]): readonly string[] {
  return Object.values(hookPlaces).flatMap(({ files, others }) =>
    // A variable may move an agent's folder only in the terminal that the agent runs in.
    [environment, {}].flatMap((variables) =>
      [...new Set(folders)].flatMap((project) => {
        const surroundings = { project, place, environment: variables };
        return [...files.project(surroundings), ...files.user(surroundings), ...others(surroundings)];
      }),
    ),
  );
}
