import type { FileSystem } from "../fs/file-system.ts";
import { joinPath } from "../path/path.ts";
import { attempt } from "./attempt.ts";
import type { DiscoveryFinding } from "./discovery-finding.ts";
import { type FoundPackage, findPackages } from "./find-packages.ts";
import { resolveInside } from "./layout.ts";
import { newestVersion } from "./newest-version.ts";
import type { SkillFolder } from "./package-manifest.ts";
import type { SkillRoot } from "./skill-root.ts";

/** A folder in which packages are installed. */
export type PackagesFolder = {
  readonly path: string;
  /** How many levels down packages are. */
  readonly depth: number;
  readonly client: string;
  /** The project that the packages belong to, if any. */
  readonly project?: string;
};

export type PackageRoots = {
  readonly roots: readonly SkillRoot[];
  readonly findings: readonly DiscoveryFinding[];
};

/** The skill roots inside packages; within each folder the packages installed last come first. */
export function findPackageRoots(fs: FileSystem, folders: readonly PackagesFolder[]): PackageRoots {
  const found = folders.map((folder) => searchFolder(fs, folder));
  return { roots: found.flatMap(({ roots }) => roots), findings: found.flatMap(({ findings }) => findings) };
}

function searchFolder(fs: FileSystem, folder: PackagesFolder): PackageRoots {
  const { path, depth, project } = folder;
  if (attempt(() => fs.stat(path))?.kind !== "directory") return { roots: [], findings: [] };
  // Otherwise a project could present any folder of the disk as its packages.
  if (project !== undefined && attempt(() => resolveInside(fs, project, path)) === undefined)
    return { roots: [], findings: [linkLeaves(fs, path)] };
  const { packages, findings } = findPackages(fs, path, depth);
  const installed = newestOfEach(packages).toSorted((a, b) => b.changedMs - a.changedMs);
  const found = installed.map((one) => rootsOf(fs, folder, one));
  return {
    roots: found.flatMap(({ roots }) => roots),
    findings: [...findings, ...found.flatMap((one) => one.findings)],
  };
}

/** Only the newest of several installed versions counts, so that skills it dropped do not come back. */
function newestOfEach(packages: readonly FoundPackage[]): readonly FoundPackage[] {
  const byPlace = Map.groupBy(packages, ({ folder, manifest }) => {
    const parent = folder.slice(0, folder.lastIndexOf("/"));
    return `${parent}\n${manifest.name}`;
  });
  return Array.from(byPlace.values(), newestVersion).filter((one) => one !== undefined);
}

function rootsOf(fs: FileSystem, place: PackagesFolder, { folder, manifest }: FoundPackage): PackageRoots {
  const roots: SkillRoot[] = [];
  const findings: DiscoveryFinding[] = [];
  const { client, project } = place;
  for (const skills of manifest.skills) {
    const path = skills.path === "" ? folder : joinPath(folder, skills.path);
    const fault = faultOf(fs, folder, { path, skills });
    if (fault === "absent") continue;
    if (fault) findings.push(fault);
    else
      roots.push({
        path,
        scope: "package",
        client,
        package: manifest.name,
        ...(project && { project }),
        ...(manifest.strict && { strict: true }),
        depth: 1,
      });
  }
  return { roots, findings };
}

function faultOf(
  fs: FileSystem,
  folder: string,
  { path, skills }: { readonly path: string; readonly skills: SkillFolder },
): DiscoveryFinding | "absent" | undefined {
  const isThere = attempt(() => fs.stat(path))?.kind === "directory";
  if (!isThere && skills.isDefault) return "absent";
  if (!isThere) {
    const reason = `${skills.path} is not a folder`;
    return { code: "package-manifest-invalid", severity: "error", path: folder, args: { reason } };
  }
  return attempt(() => resolveInside(fs, folder, path)) === undefined ? linkLeaves(fs, path) : undefined;
}

function linkLeaves(fs: FileSystem, path: string): DiscoveryFinding {
  const target = attempt(() => fs.realPath(path)) ?? "";
  return { code: "link-leaves-root", severity: "warning", path, args: { target } };
}
