import { attempt } from "../fs/file-error.ts";
import type { DirectoryEntry, FileSystem } from "../fs/file-system.ts";
import { isInside, joinPath } from "../path/path.ts";
import type { SkillRoot } from "./discovered-skill.ts";
import type { DiscoveryFinding } from "./discovery-finding.ts";
import { resolveInside, skippedFolders } from "./layout.ts";
import { discoverLimits } from "./limits.ts";
import { newestVersion } from "./newest-version.ts";
import type { PackageManifest, SkillFolder } from "./package-manifest.ts";
import { readPackage } from "./read-package.ts";

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

/** A package on the disk. */
type FoundPackage = {
  readonly folder: string;
  readonly manifest: PackageManifest;
  /** When its manifest was installed; unlike the modification time it cannot be set back. */
  readonly changedMs: number;
};

type FoundPackages = {
  readonly packages: readonly FoundPackage[];
  readonly findings: readonly DiscoveryFinding[];
};

/**
 * The packages in a folder, at most `depth` levels down, nearest first and then by path. Packages inside packages are
 * not searched for. Links are not followed; a link to a package elsewhere is reported.
 */
function findPackages(fs: FileSystem, root: string, depth: number): FoundPackages {
  const packages: FoundPackage[] = [];
  const findings: DiscoveryFinding[] = [];
  const queue = [{ folder: root, level: 0 }];
  let looked = 0;
  for (const { folder, level } of queue) {
    const entries = attempt(() => fs.list(folder)) ?? [];
    const found = level > 0 && readFolder(fs, folder, entries);
    if (found) {
      packages.push(...found.packages);
      findings.push(...found.findings);
      continue;
    }
    if (level === depth) continue;
    for (const { name, kind } of entries.filter(mayLeadToPackage)) {
      if (++looked > discoverLimits.packageFolders) break;
      const path = joinPath(folder, name);
      if (kind === "directory") queue.push({ folder: path, level: level + 1 });
      else findings.push(...reportLink(fs, root, path));
    }
  }
  if (looked > discoverLimits.packageFolders)
    findings.push({
      code: "walk-too-large",
      severity: "warning",
      path: root,
      args: { max: discoverLimits.packageFolders },
    });
  return { packages, findings };
}

function mayLeadToPackage({ name, kind }: DirectoryEntry): boolean {
  return (kind === "directory" || kind === "symlink") && !name.startsWith(".") && !skippedFolders.has(name);
}

/** The package in a folder; undefined when it has no manifest. */
function readFolder(
  fs: FileSystem,
  folder: string,
  entries: readonly DirectoryEntry[],
): FoundPackages | undefined {
  // Claude Code keeps replaced and removed plugins for a few days, marked with this file.
  if (entries.some(({ name }) => name === ".orphaned_at")) return { packages: [], findings: [] };
  const found = readPackage(fs, folder, entries);
  if (found === undefined) return undefined;
  const { file: path, outcome, changedMs } = found;
  if ("reason" in outcome) {
    const { reason } = outcome;
    return {
      packages: [],
      findings: [{ code: "package-manifest-invalid", severity: "error", path, args: { reason } }],
    };
  }
  const findings = outcome.unknownFields.map(
    (field): DiscoveryFinding => ({ code: "package-field-unknown", severity: "info", path, args: { field } }),
  );
  return { packages: [{ folder, manifest: outcome, changedMs }], findings };
}

function reportLink(fs: FileSystem, root: string, path: string): readonly DiscoveryFinding[] {
  const target = attempt(() => fs.realPath(path));
  const realRoot = attempt(() => fs.realPath(root));
  if (target === undefined || realRoot === undefined || isInside(realRoot, target)) return [];
  const entries = attempt(() => fs.list(target)) ?? [];
  if (readPackage(fs, target, entries) === undefined) return [];
  return [{ code: "link-leaves-root", severity: "warning", path, args: { target } }];
}
