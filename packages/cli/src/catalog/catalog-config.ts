import { dirname } from "node:path";
import { formatError, SkillError } from "@skillwright/core";
import type { CatalogConfig, Config } from "@skillwright/core/config";
import {
  type DiscoveryFinding,
  type FileSystem,
  linkTerritory,
  type SkillRoot,
} from "@skillwright/core/discover";
import { isInside } from "@skillwright/core/path";
import { absolutePath } from "../input/absolute-path.ts";
import type { Io } from "../io.ts";
import { fitText } from "../terminal/safe-text.ts";
import { findProjectConfig } from "./project-config.ts";

export type CatalogSettings = {
  /** The user's configuration. */
  readonly user: CatalogConfig;
  /** Folders added by the user's or the project's configuration. */
  readonly roots: readonly SkillRoot[];
  readonly files: readonly string[];
  /** Why the project's configuration is ignored. */
  readonly findings: readonly DiscoveryFinding[];
};

/** The user's configuration plus the folders that the project adds. Loads the parser only if there is a file. */
export async function readCatalogSettings(fs: FileSystem, io: Io): Promise<CatalogSettings> {
  const own = findUserConfig(fs, io);
  const user = own === undefined ? {} : await readCatalogConfig(fs, own);
  const project = await readProjectSettings(fs, io);
  return {
    user,
    roots: [...(own === undefined ? [] : userRoots(fs, user, { file: own, io })), ...project.roots],
    files: [...(own === undefined ? [] : [own]), ...project.files],
    findings: project.findings,
  };
}

/** The user's configuration alone, for roots given on the command line. */
export async function readUserSettings(fs: FileSystem, io: Io): Promise<CatalogSettings> {
  const own = findUserConfig(fs, io);
  const user = own === undefined ? {} : await readCatalogConfig(fs, own);
  return { user, roots: [], files: own === undefined ? [] : [own], findings: [] };
}

type UserFile = { readonly file: string; readonly io: Io };

/** Mirrors of the user. A project must not decide where its skills come from, so its own are not read. */
export async function readMirrors(fs: FileSystem, io: Pick<Io, "place">): Promise<Config["mirrors"]> {
  const own = findUserConfig(fs, io);
  if (own === undefined) return {};
  const { readConfig } = await import("@skillwright/core/config");
  return readConfig(fs, own).mirrors;
}

function findUserConfig(fs: FileSystem, { place }: Pick<Io, "place">): string | undefined {
  const paths = ["json", "yaml", "yml"].map((ending) => `${place.dataFolder}/config.${ending}`);
  return paths.find((path) => fs.stat(path)?.kind === "file");
}

async function readCatalogConfig(fs: FileSystem, path: string): Promise<CatalogConfig> {
  const { readConfig } = await import("@skillwright/core/config");
  return readConfig(fs, path).catalog;
}

function userRoots(fs: FileSystem, { roots = [] }: CatalogConfig, from: UserFile): readonly SkillRoot[] {
  const { home } = from.io.place;
  return roots.map(({ path: written, scope = "custom" }) => {
    const path = absolutePath(written, dirname(from.file), home);
    return { path, scope, linksWithin: linkTerritory(fs, path, home) };
  });
}

/** The project's folders. Its file is untrusted, so an invalid one is reported but does not stop the command. */
async function readProjectSettings(fs: FileSystem, io: Io): Promise<Omit<CatalogSettings, "user">> {
  const project = projectAround(fs, io.cwd);
  let file: string | undefined;
  try {
    file = findProjectConfig(fs, io.cwd, project);
    if (file === undefined) return { roots: [], files: [], findings: [] };
    const config = await readCatalogConfig(fs, file);
    return { roots: projectRoots(config, { fs, file, project, io }), files: [file], findings: [] };
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    return { roots: [], files: [], findings: [toFinding(error, file)] };
  }
}

/** A reason may quote the file, which must not fill the screen. */
const reasonColumns = 300;

function toFinding(error: SkillError, file: string | undefined): DiscoveryFinding {
  const { code, details } = error;
  const reason = code === "config-invalid" ? String(details.reason) : formatError(error);
  return {
    code: "project-config-ignored",
    severity: "warning",
    // Without a file, the search itself failed, and the error has the path.
    path: file ?? String(details.path),
    args: { reason: fitText(reason, reasonColumns) },
  };
}

type ProjectFile = {
  readonly fs: FileSystem;
  readonly file: string;
  readonly project: string;
  readonly io: Io;
};

/**
 * A cloned repository must not decide which skills this machine offers. It may only name its own folders, whose skills load
 * once the user trusts the project.
 */
function projectRoots(config: CatalogConfig, { fs, file, project, io }: ProjectFile): readonly SkillRoot[] {
  const { roots = [], ...others } = config;
  const [other] = Object.keys(others);
  if (other !== undefined) throw refused(file, `move catalog.${other} to your own configuration`);
  return roots.map(({ path, scope = "project" }) => {
    const absolute = absolutePath(path, dirname(file), io.place.home);
    if (scope !== "project") throw refused(file, `its folders must have the scope project, not ${scope}`);
    if (!isInside(project, absolute)) throw refused(file, `${path} is outside the project`);
    // Resolve links, or a project could claim any folder on the disk.
    const real = fs.realPath(absolute);
    if (real !== undefined && !isInside(fs.realPath(project) ?? project, real))
      throw refused(file, `${path} links outside the project`);
    return { path: absolute, scope, project };
  });
}

function refused(path: string, reason: string): SkillError {
  return new SkillError("config-invalid", {
    path,
    reason: `a project may only add its own folders to the catalog; ${reason}.`,
  });
}

/** The repository around a folder, or the folder itself. */
function projectAround(fs: FileSystem, folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (isThere(fs, `${at}/.git`)) return at;
    if (dirname(at) === at) return folder;
  }
}

function isThere(fs: FileSystem, path: string): boolean {
  try {
    return fs.stat(path) !== undefined;
  } catch (error) {
    if (error instanceof SkillError) return false;
    throw error;
  }
}
