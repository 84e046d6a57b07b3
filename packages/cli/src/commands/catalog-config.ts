import { dirname } from "node:path";
import { formatError, SkillError } from "@skillwright/core";
import type { CatalogConfig } from "@skillwright/core/config";
import { type DiscoveryFinding, type FileSystem, isInside, type SkillRoot } from "@skillwright/core/discover";
import type { Io } from "../io.ts";
import { fitText } from "../terminal/fit-text.ts";
import { absolutePath } from "./absolute-path.ts";
import { findProjectConfig } from "./project-config.ts";

export type CatalogSettings = {
  /** What the user set. */
  readonly user: CatalogConfig;
  /** Folders that the user's file or the project's adds. */
  readonly roots: readonly SkillRoot[];
  /** Configuration files that were read. */
  readonly files: readonly string[];
  /** Why the project's file does not count. */
  readonly findings: readonly DiscoveryFinding[];
};

/** The user's configuration, and the folders the project adds to it. Without any file, nothing is loaded to read it. */
export async function readCatalogSettings(fs: FileSystem, io: Io): Promise<CatalogSettings> {
  const own = findUserConfig(fs, io);
  const user = own === undefined ? {} : await readCatalogConfig(fs, own);
  const project = await readProjectSettings(fs, io);
  return {
    user,
    roots: [...(own === undefined ? [] : userRoots(user, own, io)), ...project.roots],
    files: [...(own === undefined ? [] : [own]), ...project.files],
    findings: project.findings,
  };
}

/** The configuration of the user alone, for roots that were named on the command line. */
export async function readUserSettings(fs: FileSystem, io: Io): Promise<CatalogSettings> {
  const own = findUserConfig(fs, io);
  const user = own === undefined ? {} : await readCatalogConfig(fs, own);
  return { user, roots: [], files: own === undefined ? [] : [own], findings: [] };
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

/** What the project's file adds. It is foreign until trusted, so a bad one is reported but stops no command. */
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

/** Columns of a reason that are shown: it may quote the file, which must not fill the screen. */
const reasonColumns = 300;

function toFinding(error: SkillError, file: string | undefined): DiscoveryFinding {
  const { code, details } = error;
  const reason = code === "config-invalid" ? String(details.reason) : formatError(error);
  return {
    code: "project-config-ignored",
    severity: "warning",
    // Without a file, one could not even be looked at, and the error names it.
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
 * A cloned repository must not decide what this user's machine offers: it may only name folders of its own, whose
 * skills load once the user trusts the project.
 */
function projectRoots(config: CatalogConfig, { fs, file, project, io }: ProjectFile): readonly SkillRoot[] {
  const { roots = [], ...others } = config;
  const [other] = Object.keys(others);
  if (other !== undefined) throw refused(file, `catalog.${other} belongs into your own configuration`);
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
