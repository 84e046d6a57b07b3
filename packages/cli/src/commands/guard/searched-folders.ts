import { limits } from "@skillwright/core";
import {
  type Client,
  clients,
  discoverLimits,
  type FileSystem,
  findRoots,
  type SkillRoot,
} from "@skillwright/core/discover";
import { foldersUpward } from "@skillwright/core/path";
import type { AgentName, SkillQuery } from "@skillwright/runtime";
import { hookPlaces } from "../../agents/hook-places.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";
import type { SearchedFolder } from "./list-named-files.ts";

/** The agent whose folders are searched, and where they may be. */
export type Surroundings = {
  readonly agent: AgentName;
  readonly place: Pick<Io["place"], "home" | "platform" | "configFolder" | "dataFolder">;
  readonly environment: Io["environment"];
  /** Current folder of the hook process. */
  readonly cwd: string;
  /** The agent's project, if it differs from the folder it works in. */
  readonly project?: string;
  /** Additional folders, searched recursively. */
  readonly named: readonly string[];
};

export type SearchedFolders = {
  readonly skills: readonly SearchedFolder[];
  readonly commands: readonly SearchedFolder[];
  /** Package names by path. */
  readonly packages: ReadonlyMap<string, string>;
};

/** Every folder that an agent may load a skill from. Too many is safe, since matches only restrict. */
export function listSearchedFolders(
  fs: FileSystem,
  { cwd, reach }: Pick<SkillQuery, "cwd" | "reach">,
  here: Surroundings,
): SearchedFolders {
  const chosen = reach === "everywhere" ? clients : clients.filter(({ id }) => id === here.agent);
  const starts = [...new Set([cwd, here.project ?? cwd])];
  const usual = starts.flatMap((start) => usualFolders(fs, start, { chosen, here }));
  const above = [...new Set([...starts, here.cwd].flatMap(foldersAbove))];
  const moved = movedFolder(here);
  // Agents disagree on where a project starts and ignore no files.
  const near = above.flatMap((folder) =>
    chosen.flatMap(({ project }) => project.map((path) => `${folder}/${path}`)),
  );
  const inMoved =
    moved === undefined ? [] : ["skills", "skill", "plugins", "extensions"].map((name) => `${moved}/${name}`);
  const paths = new Set([...usual.map(({ path }) => path), ...near, ...inMoved]);
  const homes = [
    ...(moved === undefined ? [] : [moved]),
    `${here.place.home}/.claude`,
    ...above.map((folder) => `${folder}/.claude`),
  ];
  return {
    skills: [
      ...Array.from(paths, (path) => ({ path, depth: discoverLimits.rootDepth })),
      ...here.named.map((path) => ({ path, depth: limits.collectionDepth, nested: true })),
    ].filter(({ path }) => fs.stat(path)?.kind === "directory"),
    commands:
      here.agent === "claude-code" && reach === "agent"
        ? Array.from(new Set(homes), (home) => ({
            path: `${home}/commands`,
            depth: discoverLimits.rootDepth,
          }))
        : [],
    packages: new Map(usual.flatMap(({ path, package: own }) => (own === undefined ? [] : [[path, own]]))),
  };
}

type Choice = { readonly chosen: readonly Client[]; readonly here: Surroundings };

function usualFolders(
  fs: FileSystem,
  cwd: string,
  { chosen, here }: Choice,
): readonly Pick<SkillRoot, "path" | "package">[] {
  const { home, platform, configFolder, dataFolder } = here.place;
  const place = { cwd, home, platform, configFolder, dataFolder, clients: chosen.map(({ id }) => id) };
  const { roots, findings } = findRoots(fs, place);
  // We do not load a project's skill folder that links outside the project, but agents do.
  const linked = findings.flatMap(({ code, path }) => (code === "link-leaves-root" ? [{ path }] : []));
  return [...roots, ...linked];
}

/** A folder and its parents, except the root of the disk. */
function foldersAbove(folder: string): readonly string[] {
  return foldersUpward(folder).filter((one) => !one.endsWith("/"));
}

/** The agent's user folder, if a variable moves it. */
function movedFolder({ agent, place, environment, cwd }: Surroundings): string | undefined {
  const [variable, below] = hookPlaces[agent].movedBy ?? [];
  const folder = variable === undefined ? undefined : environment[variable];
  return folder ? absolutePath(`${folder}${below ?? ""}`, cwd, place.home) : undefined;
}
