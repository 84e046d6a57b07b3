import type { FileSystem } from "../fs/file-system.ts";
import { baseName } from "../path/path.ts";
import { type Discovery, discoverSkill } from "./discover-skill.ts";
import type { DiscoveredSkill, SkillRoot } from "./discovered-skill.ts";
import type { DiscoveryFinding } from "./discovery-finding.ts";
import { discoverLimits } from "./limits.ts";
import { followLink } from "./links.ts";
import { skillFileNames } from "./read-skill-file.ts";
import { isAllUnchanged, type Recollection, recall, type ScanMemory } from "./scan-memory.ts";

import { type FolderListing, type WalkProblem, walkSkills } from "./walk-skills.ts";

export type RootScan = ScanMemory & {
  readonly root: SkillRoot;
  /** Skills that are links to a folder elsewhere; read at every scan. */
  readonly linked: readonly DiscoveredSkill[];
  /** Links to skills of the same user or project that another root finds, with their real targets. */
  readonly aliases: readonly SkillAlias[];
  readonly findings: readonly DiscoveryFinding[];
};

type SkillAlias = { readonly path: string; readonly target: string };

export type ScanOptions = Pick<Recollection, "memory" | "suspects"> & {
  readonly nowMs: number;
  /** Whether another root covers a real path; with an owner, a root of the same scope, project and package. */
  readonly isCovered?: (realPath: string, owner?: SkillRoot) => boolean;
};

/**
 * Finds the skills of one root. Nothing below a skill is searched, unless it is the root itself or the root says so.
 * What cannot be read becomes a finding and hides nothing else.
 */
export function scanRoot(fs: FileSystem, root: SkillRoot, options: ScanOptions): RootScan {
  const { memory, suspects, nowMs, isCovered = () => false } = options;
  if (memory && !suspects && isAllUnchanged(fs, memory))
    return { ...memory, root, linked: [], aliases: [], findings: [] };
  const scan: Scan = { fs, root, nowMs, isCovered, linked: [], aliases: [], findings: [] };
  const skills = new Map<string, DiscoveredSkill>();
  const folders = new Map<string, FolderListing>();
  let mustRevisit = false;
  const recollection = { fs, memory, suspects };
  const walk = walkSkills<Discovery>(fs, root.path, {
    read: (directory, fileName) => discoverSkill(fs, { root, directory, fileName, nowMs }),
    depth: root.depth ?? discoverLimits.rootDepth,
    maxEntries: discoverLimits.walkEntries,
    nested: root.nested,
    ignoreFiles: true,
    link: (path) => visitLink(scan, path),
    memory: {
      nowMs,
      recall: (path) => recallDiscovery(recollection, path),
      keep: (path, listing) => folders.set(path, listing),
      revisit: () => {
        mustRevisit = true;
      },
    },
    report: (problem) => reportProblem(scan, problem),
  });
  for (const found of walk) {
    if (found.kind === "broken") scan.findings.push(found.finding);
    else {
      if (found.skill.linkedTo === undefined) skills.set(found.skill.directory, found.skill);
      else scan.linked.push(found.skill);
      scan.findings.push(...describeName(found.skill));
    }
  }
  const { linked, aliases, findings } = scan;
  const isComplete = findings.length === 0 && !mustRevisit;
  return { root, skills, folders, isComplete, linked, aliases, findings };
}

type Scan = {
  readonly fs: FileSystem;
  readonly root: SkillRoot;
  readonly nowMs: number;
  readonly isCovered: NonNullable<ScanOptions["isCovered"]>;
  readonly linked: DiscoveredSkill[];
  readonly aliases: SkillAlias[];
  readonly findings: DiscoveryFinding[];
};

function recallDiscovery(
  recollection: Recollection,
  path: string,
): { readonly skill?: Discovery; readonly listing?: FolderListing } | undefined {
  const known = recall(recollection, path);
  if (known?.skill === undefined) return known?.listing && { listing: known.listing };
  return { ...known, skill: { kind: "skill", skill: known.skill } };
}

/** A skill whose name differs from its folder is still loaded, as the standard's client guide advises. */
function describeName({ directory, linkedTo, name, file }: DiscoveredSkill): readonly DiscoveryFinding[] {
  const folder = baseName(linkedTo ?? directory);
  if (folder === name || folder.normalize("NFKC") === name.normalize("NFKC")) return [];
  return [{ code: "name-differs-from-folder", severity: "warning", path: file, args: { name, folder } }];
}

function visitLink(scan: Scan, path: string): { readonly skill: Discovery } | undefined {
  const { fs, root, nowMs, isCovered, findings } = scan;
  const link = followLink(fs, path, {
    root: root.path,
    territory: () => root.linksWithin ?? root.project ?? root.path,
  });
  if (link.kind === "dangling") findings.push({ code: "link-dangling", severity: "warning", path });
  if (link.kind === "foreign" && !isCovered(link.target))
    findings.push({ code: "link-leaves-root", severity: "warning", path, args: { target: link.target } });
  if (link.kind !== "skill") return undefined;
  const { target } = link;
  const isRepeated = scan.linked.some(({ linkedTo }) => linkedTo === target);
  if (isRepeated || isCovered(target, root)) {
    scan.aliases.push({ path, target });
    return undefined;
  }
  for (const fileName of skillFileNames) {
    const skill = discoverSkill(fs, { root, directory: path, fileName, nowMs, linkedTo: target });
    if (skill) return { skill };
  }
  return undefined;
}

function reportProblem({ root, findings }: Scan, problem: WalkProblem): void {
  const { code, path } = problem;
  if (code === "folder-unreadable") {
    // A folder that is gone holds no skills, unless the user named it.
    const isGone = problem.error.code === "file-missing";
    if (isGone && (path !== root.path || root.scope !== "custom")) return;
    const args = { reason: problem.error.code };
    findings.push(
      isGone
        ? { code: "root-missing", severity: "warning", path }
        : { code, severity: "warning", path, args },
    );
    return;
  }
  const isExpected = code === "walk-too-deep" && root.depth !== undefined;
  if (isExpected || findings.some((finding) => finding.code === code)) return;
  findings.push({ code, severity: "warning", path, args: { max: problem.max } });
}
