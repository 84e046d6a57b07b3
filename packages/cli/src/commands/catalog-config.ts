import { dirname } from "node:path";
import { type FileSystem, SkillError, type SkillRoot } from "@skillwright/core";
import type { CatalogConfig } from "@skillwright/core/config";
import type { Io } from "../io.ts";
import { absolutePath } from "./absolute-path.ts";
import { isInside } from "./is-inside.ts";
import { findProjectConfig } from "./project-config.ts";

export type CatalogSettings = {
  /** What the user set. */
  readonly user: CatalogConfig;
  /** Folders that the user's file or the project's adds. */
  readonly roots: readonly SkillRoot[];
  /** Configuration files that were read. */
  readonly files: readonly string[];
};

/** The user's configuration, and the folders the project adds to it. Without any file, nothing is loaded to read it. */
export async function readCatalogSettings(fs: FileSystem, io: Io): Promise<CatalogSettings> {
  const own = findUserConfig(fs, io);
  const shared = findProjectConfig(fs, io.cwd);
  const user = own === undefined ? {} : await readCatalogConfig(fs, own);
  const project = shared === undefined ? {} : await readCatalogConfig(fs, shared);
  return {
    user,
    roots: [
      ...(own === undefined ? [] : userRoots(user, own, io)),
      ...(shared === undefined ? [] : projectRoots(project, { fs, file: shared, io })),
    ],
    files: [own, shared].filter((file) => file !== undefined),
  };
}

/** The configuration of the user alone, for roots that were named on the command line. */
export async function readUserSettings(fs: FileSystem, io: Io): Promise<CatalogSettings> {
  const own = findUserConfig(fs, io);
  if (own === undefined) return { user: {}, roots: [], files: [] };
  return { user: await readCatalogConfig(fs, own), roots: [], files: [own] };
}

function findUserConfig(fs: FileSystem, { place }: Io): string | undefined {
  const paths = ["json", "yaml", "yml"].map((ending) => `${place.dataFolder}/config.${ending}`);
  return paths.find((path) => fs.stat(path)?.kind === "file");
}

async function readCatalogConfig(fs: FileSystem, path: string): Promise<CatalogConfig> {
  const { readConfig } = await import("@skillwright/core/config");
  return readConfig(fs, path).catalog;
}

function userRoots({ roots = [] }: CatalogConfig, file: string, { place }: Io): readonly SkillRoot[] {
  return roots.map(({ path, scope = "custom" }) => ({
    path: absolutePath(path, dirname(file), place.home),
    scope,
  }));
}

type ProjectFile = { readonly fs: FileSystem; readonly file: string; readonly io: Io };

/**
 * A cloned repository must not decide what this user's machine offers: it may only name folders of its own, whose
 * skills load once the user trusts the project.
 */
function projectRoots(config: CatalogConfig, { fs, file, io }: ProjectFile): readonly SkillRoot[] {
  const { roots = [], ...others } = config;
  const [other] = Object.keys(others);
  if (other !== undefined) throw refused(file, `catalog.${other} belongs into your own configuration`);
  const project = projectAround(fs, dirname(file));
  return roots.map(({ path, scope = "project" }) => {
    const absolute = absolutePath(path, dirname(file), io.place.home);
    if (scope !== "project") throw refused(file, `its folders have the scope project, not ${scope}`);
    if (!isInside(project, absolute)) throw refused(file, `${path} is outside of the project`);
    // Links count too, or a project could pass any folder of the disk off as its own.
    const real = fs.realPath(absolute);
    if (real !== undefined && !isInside(fs.realPath(project) ?? project, real))
      throw refused(file, `${path} is a link out of the project`);
    return { path: absolute, scope, project };
  });
}

function refused(path: string, reason: string): SkillError {
  return new SkillError("config-invalid", {
    path,
    reason: `a project may only add folders of its own to the catalog; ${reason}.`,
  });
}

/** The repository a folder is in, or the folder itself. */
function projectAround(fs: FileSystem, folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (fs.stat(`${at}/.git`)) return at;
    if (dirname(at) === at) return folder;
  }
}
