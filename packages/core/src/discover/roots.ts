import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { isInside, joinPath } from "../path/path.ts";
import { type ClientFolder, chooseClients, orderFolders } from "./client-folders.ts";
import type { Client, Platform } from "./clients.ts";
import type { Scope, SkillRoot } from "./discovered-skill.ts";
import type { DiscoveryFinding } from "./discovery-finding.ts";
import { isIgnored } from "./ignore-rules.ts";
import { findPackageRoots, type PackagesFolder } from "./package-roots.ts";
import { listProjectFolders, type ProjectFolder } from "./project-folders.ts";

/** The user's working environment; all paths are absolute, use `/` and do not end with one. */
export type Place = {
  readonly cwd: string;
  readonly home: string;
  readonly platform: Platform;
  /** This user's `~/.config`, when it is elsewhere. */
  readonly configFolder?: string;
  /** Skillwright's own data folder. */
  readonly dataFolder?: string;
  /** Ids of the agents whose folders are searched, in order of precedence; all agents when absent. */
  readonly clients?: readonly string[];
  /** Configured roots; they come first in their scope. */
  readonly extra?: readonly SkillRoot[];
};

export type FoundRoots = {
  readonly roots: readonly SkillRoot[];
  readonly findings: readonly DiscoveryFinding[];
};

/**
 * Every existing skill root for a working environment, each real folder once, in order of precedence: enterprise, then
 * the project from the working folder upwards and then downwards, then personal, then packages.
 */
export function findRoots(fs: FileSystem, place: Place): FoundRoots {
  const chosen = chooseClients(place.clients);
  const project = listProjectFolders(fs, place);
  const packages = findPackageRoots(fs, packagesFolders(chosen, place, project.near));
  const enterprise = orderFolders(chosen, (client) => client.enterprise?.[place.platform] ?? []);
  const inProject = orderFolders(chosen, (client) => client.project);
  const atHome = orderFolders(chosen, (client) => client.personal);
  const linksWithin = place.home;
  const personal = rootsOf("personal", atHome, place).map((root) => ({ ...root, linksWithin }));
  const found = [
    ...rootsOf("enterprise", enterprise, place),
    ...withoutPaths(projectRoots([...project.near, ...project.nested], inProject), personal),
    ...personal,
    ...packages.roots,
  ];
  const { extra = [] } = place;
  const existing = existingRoots(fs, sortByScope([...extra, ...found]), new Set(extra));
  const findings = [...project.findings, ...packages.findings, ...existing.findings];
  return { roots: existing.roots, findings };
}

/** Where the chosen clients have packages: in the project's folders, then at home and in Skillwright's data. */
function packagesFolders(
  chosen: readonly Client[],
  place: Place,
  folders: readonly ProjectFolder[],
): readonly PackagesFolder[] {
  const all = chosen.flatMap(({ id, packages = [] }) => packages.map((one) => ({ ...one, client: id })));
  const personal = all.flatMap((one) => {
    const path = expand(one.path, place);
    return path === undefined ? [] : [{ ...one, path }];
  });
  const project = folders.flatMap((folder) =>
    all
      .filter(({ path }) => mayHold(folder, path))
      .map((one) => ({ ...one, path: joinPath(folder.path, one.path), project: folder.project })),
  );
  return [...withoutPaths(project, personal), ...personal];
}

function rootsOf(scope: Scope, folders: readonly ClientFolder[], place: Place): readonly SkillRoot[] {
  return folders.flatMap(({ path, client }) => {
    const expanded = expand(path, place);
    return expanded === undefined ? [] : [{ path: expanded, scope, client }];
  });
}

/** The absolute path for a row of the table; undefined for project folders and folders unknown here. */
function expand(path: string, { home, configFolder, dataFolder }: Place): string | undefined {
  const below = (folder: string | undefined, prefix: string): string | undefined =>
    folder === undefined ? undefined : joinPath(folder, path.slice(prefix.length));
  if (path.startsWith("$data/")) return below(dataFolder, "$data/");
  if (path.startsWith("~/.config/")) return below(configFolder ?? joinPath(home, ".config"), "~/.config/");
  if (path.startsWith("~/")) return below(home, "~/");
  return /^(?:\/|[A-Z]:\/)/.test(path) ? path : undefined;
}

function projectRoots(
  folders: readonly ProjectFolder[],
  paths: readonly ClientFolder[],
): readonly SkillRoot[] {
  return folders.flatMap((folder) =>
    paths
      .filter(({ path }) => mayHold(folder, path))
      .map(({ path, client }): SkillRoot => {
        return { path: joinPath(folder.path, path), scope: "project", client, project: folder.project };
      }),
  );
}

/** Answered from the listing, so that missing folders cost nothing. */
function mayHold({ path, names, layers }: ProjectFolder, below: string): boolean {
  const [first = ""] = below.split("/", 1);
  return names.has(first) && !isIgnored(layers, joinPath(path, below), "directory");
}

/** When the whole home folder is a repository, personal folders stay personal. */
function withoutPaths<T extends HasPath>(found: readonly T[], personal: readonly HasPath[]): readonly T[] {
  const paths = new Set(personal.map(({ path }) => path));
  return found.filter(({ path }) => !paths.has(path));
}

type HasPath = { readonly path: string };

function sortByScope(roots: readonly SkillRoot[]): readonly SkillRoot[] {
  return roots.toSorted((a, b) => scopeOrder.indexOf(a.scope) - scopeOrder.indexOf(b.scope));
}

const scopeOrder: readonly Scope[] = ["enterprise", "custom", "project", "personal", "package"];

type ExistingRoots = {
  readonly roots: readonly SkillRoot[];
  readonly findings: readonly DiscoveryFinding[];
};

/**
 * Existing roots, deduplicated by real path; the first one wins. Configured roots stay even when they do not exist, so
 * that discovery can report them.
 */
function existingRoots(
  fs: FileSystem,
  roots: readonly SkillRoot[],
  configured: ReadonlySet<SkillRoot>,
): ExistingRoots {
  const kept = new Map<string, SkillRoot>();
  const findings: DiscoveryFinding[] = [];
  for (const root of roots) {
    const found = lookAt(fs, root);
    if (typeof found === "object") findings.push(found);
    const real = configured.has(root) && typeof found !== "string" ? root.path : found;
    if (typeof real === "string" && !kept.has(real)) kept.set(real, root);
  }
  // A link to another root hides nothing.
  const isLoss = ({ args }: DiscoveryFinding): boolean => {
    const target = args && "target" in args ? args.target : undefined;
    return typeof target !== "string" || !kept.has(target);
  };
  return { roots: [...kept.values()], findings: findings.filter(isLoss) };
}

/** The real path of a root's folder, a finding about it, or undefined when it does not exist. */
function lookAt(fs: FileSystem, { path, project }: SkillRoot): string | DiscoveryFinding | undefined {
  try {
    if (fs.stat(path)?.kind !== "directory") return undefined;
    const real = fs.realPath(path);
    const around = project === undefined ? undefined : fs.realPath(project);
    if (real === undefined || around === undefined || isInside(around, real)) return real;
    // Otherwise a project could present any folder of the disk as its skills.
    return { code: "link-leaves-root", severity: "warning", path, args: { target: real } };
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    return { code: "folder-unreadable", severity: "warning", path, args: { reason: error.code } };
  }
}
