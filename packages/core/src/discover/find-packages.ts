import type { DirectoryEntry, FileSystem } from "../fs/file-system.ts";
import { isInside, joinPath } from "../path/path.ts";
import { attempt } from "./attempt.ts";
import type { DiscoveryFinding } from "./discovery-finding.ts";
import { skippedFolders } from "./layout.ts";
import { discoverLimits } from "./limits.ts";
import type { PackageManifest } from "./package-manifest.ts";
import { readPackage } from "./read-package.ts";

/** A package on the disk. */
export type FoundPackage = {
  readonly folder: string;
  readonly manifest: PackageManifest;
  /** When its manifest was installed; unlike the modification time it cannot be set back. */
  readonly changedMs: number;
};

export type FoundPackages = {
  readonly packages: readonly FoundPackage[];
  readonly findings: readonly DiscoveryFinding[];
};

/**
 * The packages in a folder, at most `depth` levels down, nearest first and then by path. Packages inside packages are
 * not searched for. Links are not followed; a link to a package elsewhere is reported.
 */
export function findPackages(fs: FileSystem, root: string, depth: number): FoundPackages {
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
