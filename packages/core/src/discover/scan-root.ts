import { SkillError } from "../error.ts";
import type { DirectoryEntry, FileSystem } from "../fs/file-system.ts";
import { discoverSkill, type SkillPlace } from "./discover-skill.ts";
import type { DiscoveredSkill } from "./discovered-skill.ts";
import type { DiscoveryFinding } from "./discovery-finding.ts";
import { type IgnoreLayer, isIgnoredItself, readIgnoreLayers } from "./ignore-rules.ts";
import { isInside, resourceFolders, skippedFolders } from "./layout.ts";
import { discoverLimits } from "./limits.ts";
import { pathIn } from "./path-in.ts";
import {
  type FolderMemory,
  isAllUnchanged,
  type Recollection,
  recall,
  type ScanMemory,
} from "./scan-memory.ts";
import type { SkillRoot } from "./skill-root.ts";

export type RootScan = ScanMemory & { readonly findings: readonly DiscoveryFinding[] };

export type ScanOptions = Pick<Recollection, "memory" | "suspects"> & {
  readonly nowMs: number;
  /** Whether another root covers a real path, so that a link to it is no loss. */
  readonly isCovered?: (realPath: string) => boolean;
};

/**
 * Finds the skills of one root. A folder with a SKILL.md is a skill and nothing below it is searched, unless it is the
 * root itself or the root says so; any other folder is looked into, down to the root's depth. What cannot be read
 * becomes a finding and hides nothing else.
 */
export function scanRoot(fs: FileSystem, root: SkillRoot, options: ScanOptions): RootScan {
  const { memory, suspects, nowMs } = options;
  if (memory && !suspects && isAllUnchanged(fs, memory)) return { ...memory, findings: [] };
  const scan: Scan = {
    fs,
    root,
    nowMs,
    isCovered: options.isCovered ?? (() => false),
    recollection: { fs, memory, suspects },
    skills: new Map(),
    folders: new Map(),
    findings: [],
    entries: 0,
    mustLookAgain: false,
  };
  visit(scan, root.path, { depth: 0, layers: [] });
  const { skills, folders, findings } = scan;
  const isComplete = findings.length === 0 && !scan.mustLookAgain;
  return { skills, folders, isComplete, findings };
}

type Scan = {
  readonly fs: FileSystem;
  readonly root: SkillRoot;
  readonly nowMs: number;
  readonly isCovered: (realPath: string) => boolean;
  readonly recollection: Recollection;
  readonly skills: Map<string, DiscoveredSkill>;
  readonly folders: Map<string, FolderMemory>;
  readonly findings: DiscoveryFinding[];
  /** Directory entries seen so far. */
  entries: number;
  /** There is what may change while no folder that is remembered does: links, ignore files, folders not looked into. */
  mustLookAgain: boolean;
};

type Place = {
  readonly depth: number;
  /** Ignore files on the way here. */
  readonly layers: readonly IgnoreLayer[];
};

function visit(scan: Scan, path: string, place: Place): void {
  const { root } = scan;
  const max = root.depth ?? discoverLimits.rootDepth;
  if (place.depth > max) return;
  const known = recall(scan.recollection, path);
  if (known?.skill) keep(scan, known.skill);
  // The root is listed first: unlike the folders in it, it is rarely a skill.
  const isSkill = known ? known.skill !== undefined : place.depth > 0 && visitSkill(scan, path, "SKILL.md");
  if (isSkill && place.depth > 0 && !root.nested) return;
  if (place.depth > 0 && place.depth === max) {
    scan.mustLookAgain = true;
    if (root.depth === undefined) reportOnce(scan, { code: "walk-too-deep", path, args: { max } });
    return;
  }
  // Below an ignore file a folder is listed each time, since that file may change while the folder does not.
  const folder = place.layers.length === 0 ? known?.folder : undefined;
  const contents = folder ? { ...folder, layers: [] } : readFolder(scan, path, { ...place, isSkill });
  if (contents) visitContents(scan, path, { ...contents, depth: place.depth + 1 });
}

function visitContents(scan: Scan, path: string, { depth, layers, ...folder }: Contents & Place): void {
  if (layers.length === 0) scan.folders.set(path, folder);
  scan.mustLookAgain ||= layers.length > 0 || folder.links.length > 0;
  for (const name of folder.links) visitLink(scan, pathIn(path, name));
  for (const name of folder.children) visit(scan, pathIn(path, name), { depth, layers });
}

/** A skill with another name than its folder is loaded all the same, as the standard's client guide advises. */
function keep({ skills, findings }: Scan, skill: DiscoveredSkill): void {
  const { directory, name, file } = skill;
  skills.set(directory, skill);
  const at = directory.lastIndexOf("/") + 1;
  if (directory.length - at === name.length && directory.endsWith(name)) return;
  const folder = directory.slice(at);
  if (folder.normalize("NFKC") === name.normalize("NFKC")) return;
  findings.push({
    code: "name-differs-from-folder",
    severity: "warning",
    path: file,
    args: { name, folder },
  });
}

/** True when the folder is a skill, good or bad. */
function visitSkill(scan: Scan, directory: string, fileName: SkillPlace["fileName"]): boolean {
  const discovery = discoverSkill(scan.fs, { root: scan.root, directory, fileName, nowMs: scan.nowMs });
  if (discovery.kind === "none") return false;
  if (discovery.kind === "broken") scan.findings.push(discovery.finding);
  else keep(scan, discovery.skill);
  return true;
}

type Contents = FolderMemory & Pick<Place, "layers">;

/** What to visit in a folder; nothing when it is a skill itself, is gone or may not be read. */
function readFolder(
  scan: Scan,
  path: string,
  place: Place & { readonly isSkill: boolean },
): Contents | undefined {
  const listing = listFolder(scan, path);
  if (listing === undefined) return undefined;
  const { entries, changedMs } = listing;
  const has = (name: string): boolean => entries.some((entry) => entry.name === name);
  const tryFile = (name: SkillPlace["fileName"]): boolean => has(name) && visitSkill(scan, path, name);
  // Below the root SKILL.md was tried before.
  const isSkill = place.isSkill || (place.depth === 0 && tryFile("SKILL.md")) || tryFile("skill.md");
  if (isSkill && place.depth > 0 && !scan.root.nested) return undefined;
  const layers = [...place.layers, ...readIgnoreLayers(scan.fs, path, entries)];
  const namesOf = (wanted: DirectoryEntry["kind"]): readonly string[] =>
    entries.flatMap(({ name, kind }) => {
      if (kind !== wanted || skippedFolders.has(name) || (isSkill && resourceFolders.has(name))) return [];
      return isIgnoredItself(layers, pathIn(path, name), "directory") ? [] : [name];
    });
  const [children, links] = [namesOf("directory"), namesOf("symlink")];
  return { listedMs: scan.nowMs, changedMs, isSkill, children, links, layers };
}

function listFolder(
  scan: Scan,
  path: string,
): { readonly entries: readonly DirectoryEntry[]; readonly changedMs: number } | undefined {
  try {
    // Looked at before the listing: what comes in between is seen the next time.
    const changedMs = scan.fs.stat(path)?.changedMs ?? 0;
    const entries = scan.fs.list(path);
    scan.entries += entries.length;
    if (scan.entries <= discoverLimits.walkEntries) return { entries, changedMs };
    reportOnce(scan, { code: "walk-too-large", path, args: { max: discoverLimits.walkEntries } });
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    // A folder that is gone holds no skills; one that may not be read hides some.
    if (error.code !== "file-missing")
      scan.findings.push({
        code: "folder-unreadable",
        severity: "warning",
        path,
        args: { reason: error.code },
      });
  }
  return undefined;
}

/**
 * Links are never followed: one that stays inside a root is visited where it leads to, so loops cannot arise, and
 * one that leaves is reported when it leads to a folder, which may be or hold skills.
 */
function visitLink({ fs, root, isCovered, findings }: Scan, path: string): void {
  try {
    const target = fs.realPath(path);
    const realRoot = fs.realPath(root.path);
    if (target === undefined || realRoot === undefined || isCovered(target)) return;
    if (isInside(realRoot, target) || isInside(target, realRoot)) return;
    if (fs.stat(target)?.kind !== "directory") return;
    findings.push({ code: "link-leaves-root", severity: "warning", path, args: { target } });
  } catch (error) {
    // Where this user may not look, there is no skill for this user.
    if (!(error instanceof SkillError)) throw error;
  }
}

function reportOnce({ findings }: Scan, finding: Omit<DiscoveryFinding, "severity">): void {
  if (!findings.some(({ code }) => code === finding.code)) findings.push({ ...finding, severity: "warning" });
}
