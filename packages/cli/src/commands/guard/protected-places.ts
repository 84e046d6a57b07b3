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
    // The package: its program is in a folder of it.
    program.split("/").slice(0, -2).join("/"),
    ...policies.map((path) => absolutePath(path, cwd, place.home)),
    ...settingsFiles(here, [...foldersUpward(cwd), ...foldersUpward(project)]),
  ];
  const both = places.flatMap((path) => [path, fs.realPath(path) ?? path]);
  // A relative or empty path would protect whatever it happens to be.
  return [...new Set(both)].filter((path) => path.length > 1 && path.startsWith("/"));
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
