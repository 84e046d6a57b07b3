import { digestSkill } from "../digest/digest-skill.ts";
import { sha256Hex } from "../digest/sha256.ts";
import type { DiscoveredSkill, SkillRoot } from "../discover/discovered-skill.ts";
import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import { linkTerritory } from "../discover/links.ts";
import type { ScanMemory } from "../discover/scan-memory.ts";
import type { RootScan } from "../discover/scan-root.ts";
import { attempt } from "../fs/file-error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import type { CatalogSkill } from "../resolve/catalog-skill.ts";
import { patchResolution } from "../resolve/patch-resolution.ts";
import { defaultPrecedence } from "../resolve/precedence.ts";
import { type Resolution, resolveSkills } from "../resolve/resolve-skills.ts";
import { cutEnd } from "../text/cut-end.ts";
import { isTrustedProject } from "../trust/project-trust.ts";
import type { CatalogChange, CatalogOptions } from "./catalog.ts";
import { createScanKeeper } from "./scan-cache.ts";
import { hasSameOwner, isSameScan, rereadSkills, scanRoots, withEdits } from "./scan-roots.ts";

/** The current content of a catalog and how to refresh it. */
export type CatalogState = {
  readonly roots: readonly SkillRoot[];
  current(): Resolution;
  refresh(paths?: readonly string[]): CatalogChange;
  save(): readonly DiscoveryFinding[];
};

export function createCatalogState(options: CatalogOptions): CatalogState {
  const { fs, now, sha256 = sha256Hex, indexFolder } = options;
  const roots = withoutRepeats(
    fs,
    options.roots.map((root) => ({ ...toRoot(fs, root), ...(options.strict && { strict: true as const }) })),
  );
  const keeper = indexFolder === undefined ? undefined : createScanKeeper(fs, indexFolder, sha256);
  const kept = new Map<string, ScanMemory>();
  for (const root of roots) {
    const memory = keeper?.read(root);
    if (memory) kept.set(root.path, memory);
  }
  const hasProject = roots.some(({ project }) => project !== undefined);
  let memories: ReadonlyMap<string, ScanMemory> = kept;
  let resolution = nothing;
  let hasLinks = false;
  /** Fast path for watch events: only the edited skills are read again. */
  const edit = (paths: readonly string[] | undefined): CatalogChange | undefined => {
    // Trust covers every byte of a project's skills, so there no edit is small.
    const isSmall = paths !== undefined && !hasProject && !hasLinks;
    const edits = isSmall ? rereadSkills({ fs, memories, paths, nowMs: now() }) : undefined;
    const patch = edits && patchResolution(resolution, edits);
    if (!edits || !patch) return undefined;
    memories = withEdits(memories, edits);
    resolution = patch.resolution;
    return { added: [], removed: [], changed: patch.changed };
  };
  const rescan = (paths: readonly string[] | undefined): CatalogChange => {
    const before = resolution;
    const scans = scanRoots({ fs, roots, nowMs: now(), memories, paths });
    memories = scans;
    // The target of a link may change outside of the watched roots.
    hasLinks = Array.from(scans.values()).some(({ linked }) => linked.length > 0);
    resolution = resolveScans([...scans.values()], options);
    return catalogChange(before.skills, resolution.skills);
  };
  return {
    roots,
    current: () => resolution,
    refresh: (paths) => edit(paths) ?? rescan(paths),
    save: () =>
      roots.flatMap((root) => {
        const memory = memories.get(root.path);
        if (!keeper || !memory || isSameScan(kept.get(root.path), memory)) return [];
        kept.set(root.path, memory);
        return keeper.write(root, memory) ?? [];
      }),
  };
}

const nothing: Resolution = { skills: [], shadowed: [], bareNames: new Map(), findings: [] };

function toRoot(fs: FileSystem, root: SkillRoot | string): SkillRoot {
  if (typeof root !== "string") return root;
  const path = root.length > 1 ? cutEnd(root, /\//) : root;
  const linksWithin = linkTerritory(fs, path);
  return { path, scope: "custom", depth: limits.collectionDepth, nested: true, linksWithin };
}

/** Deduplicates by real path; the first one wins. */
function withoutRepeats(fs: FileSystem, roots: readonly SkillRoot[]): readonly SkillRoot[] {
  const seen = new Set<string>();
  return roots.filter(({ path }) => {
    const real = attempt(() => fs.realPath(path)) ?? path;
    return seen.size < seen.add(real).size;
  });
}

/**
 * The skills of all roots, each once: a root inside another finds some of its skills again, and links in several folders
 * of one user or project may lead to one skill.
 */
function skillsOnce(fs: FileSystem, scans: readonly RootScan[]): readonly DiscoveredSkill[] {
  const [only, ...others] = scans;
  const hasLinks = scans.some(({ linked, aliases }) => linked.length + aliases.length > 0);
  if (only && others.length === 0 && !hasLinks) return [...only.skills.values()];
  const byDirectory = new Map<string, DiscoveredSkill>();
  const linked: DiscoveredSkill[] = [];
  for (const scan of scans) {
    for (const skill of [...scan.skills.values(), ...scan.linked]) {
      const isRepeated = skill.linkedTo !== undefined && linked.some((one) => isSameLink(one, skill));
      if (isRepeated || byDirectory.has(skill.directory)) continue;
      byDirectory.set(skill.directory, skill);
      if (skill.linkedTo !== undefined) linked.push(skill);
    }
  }
  return hasLinks ? withLinks(fs, scans, [...byDirectory.values()]) : [...byDirectory.values()];
}

function isSameLink(a: DiscoveredSkill, b: DiscoveredSkill): boolean {
  return a.linkedTo === b.linkedTo && hasSameOwner(a.root, b.root);
}

/** Adds to each skill the links of its user or project that lead to it. */
function withLinks(
  fs: FileSystem,
  scans: readonly RootScan[],
  skills: readonly DiscoveredSkill[],
): readonly DiscoveredSkill[] {
  const links = scans.flatMap(({ root, linked, aliases }) => [
    ...linked.map(({ directory: path, linkedTo: target }) => ({ path, target, root })),
    ...aliases.map((alias) => ({ ...alias, root })),
  ]);
  const byTarget = Map.groupBy(links, ({ target }) => target);
  return skills.map((skill) => {
    const real = skill.linkedTo ?? attempt(() => fs.realPath(skill.directory));
    const own = (byTarget.get(real) ?? [])
      .filter(({ path, root }) => path !== skill.directory && hasSameOwner(root, skill.root))
      .map(({ path, root }) => ({ path, root }));
    return own.length === 0 ? skill : { ...skill, links: own };
  });
}

function resolveScans(scans: readonly RootScan[], options: CatalogOptions): Resolution {
  const resolved = resolve(skillsOnce(options.fs, scans), options);
  const found = scans.flatMap((scan) => scan.findings);
  return { ...resolved, findings: [...(options.findings ?? []), ...found, ...resolved.findings] };
}

function resolve(found: readonly DiscoveredSkill[], options: CatalogOptions): Resolution {
  const { fs, sha256 = sha256Hex, trust = new Map(), precedence = defaultPrecedence } = options;
  const contents = { fs, sha256, found };
  const digests = new Map<string, string | undefined>();
  const digestOf = ({ directory }: DiscoveredSkill): string | undefined => {
    if (!digests.has(directory))
      digests.set(
        directory,
        attempt(() => digestSkill(fs, directory, sha256)),
      );
    return digests.get(directory);
  };
  return resolveSkills(found, {
    ...options.context,
    precedence: precedence.scopes,
    bareNames: precedence.bareNames,
    isTrusted: (project) => isTrustedProject(contents, trust, project),
    // Most copies differ in the size of their SKILL.md, which needs no read.
    isSameContent: (a, b) => a.size === b.size && digestOf(a) !== undefined && digestOf(a) === digestOf(b),
  });
}

/** The difference between two lists of skills, by id. */
function catalogChange(before: readonly CatalogSkill[], after: readonly CatalogSkill[]): CatalogChange {
  const known = new Map(before.map((skill) => [skill.id, skill]));
  const added: string[] = [];
  const changed: string[] = [];
  for (const skill of after) {
    const old = known.get(skill.id);
    known.delete(skill.id);
    if (old === undefined) added.push(skill.id);
    else if (!isSame(old, skill)) changed.push(skill.id);
  }
  return { added, removed: [...known.keys()], changed };
}

function isSame(a: CatalogSkill, b: CatalogSkill): boolean {
  return a.directory === b.directory && a.changedMs === b.changedMs && a.enabled === b.enabled;
}
