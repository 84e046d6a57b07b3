import { limits, SkillError } from "@skillwright/core";
import {
  type Discovery,
  type DiscoveryFinding,
  discoverLimits,
  discoverSkill,
  type FileSystem,
  type PackageNeeds,
  walkSkills,
} from "@skillwright/core/discover";
import { packagingLimits } from "../limits.ts";
import { digestTree, type FileTree } from "../tree/file-tree.ts";
import { createTreeFileSystem } from "../tree/tree-file-system.ts";
import { type CopyBudget, extractSkill, type LeftOutPart } from "./extract-skill.ts";
import { findPackages, type PackageFolder } from "./find-packages.ts";
import type { Fetched } from "./source.ts";

export type FoundSkill = {
  /** The name in its SKILL.md, or else that of its folder. */
  readonly name: string;
  readonly description: string;
  /** Its folder inside the source; empty for the source itself. */
  readonly path: string;
  /** The package or plugin that it is part of; its full name is `package:name`. */
  readonly package?: string;
  /** What that package needs. */
  readonly needs?: PackageNeeds;
  /** Its files, in which links to the rest of the source have become copies. */
  readonly tree: FileTree;
  /** What a SKILL.md at the root of a repository does not bring along. */
  readonly leftOut: readonly LeftOutPart[];
};

export type FoundSkills = {
  /** In standard places first, then by path. */
  readonly skills: readonly FoundSkill[];
  /** Skills and packages that cannot be used, and why. Paths are inside the source. */
  readonly findings: readonly DiscoveryFinding[];
};

/**
 * Every skill of a source, at any depth. A broken one becomes a finding and hides no other. `source` is used in messages and as the last
 * resort for a name.
 */
export function findSkills(fetched: Fetched, source: string): FoundSkills {
  const fs = createTreeFileSystem(fetched.tree);
  const search: Search = {
    fs,
    fetched,
    source,
    findings: [],
    copies: { room: packagingLimits.treeFiles },
  };
  const places = walk(search, isFixture);
  const found = places.length > 0 ? places : walk(search, () => false);
  const { packages, findings } = findPackages(fs, fetched.tree);
  search.findings.push(...findings.filter(({ path }) => !isFixture(path)));
  // Of two packages with one folder, the first counts.
  const owners = new Map(packages.toReversed().map((one) => [one.folder, one]));
  const folders = found.map(({ path }) => path);
  const skills = found.flatMap((place) => {
    const owner = packageOf(place.path, owners);
    return readSkill(search, { ...place, owner, others: folders });
  });
  return {
    skills: withoutCopies(skills.sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1))),
    findings: search.findings,
  };
}

type Search = {
  readonly fs: FileSystem;
  readonly fetched: Fetched;
  readonly source: string;
  readonly findings: DiscoveryFinding[];
  readonly copies: CopyBudget;
};

type Place = { readonly path: string; readonly fileName: string };

function walk({ fs, findings }: Search, ignore: (path: string) => boolean): readonly Place[] {
  return [
    ...walkSkills<Place>(fs, "/", {
      read: (directory, fileName) => ({ path: directory.slice(1), fileName }),
      depth: limits.collectionDepth,
      maxEntries: discoverLimits.walkEntries,
      nested: true,
      listFirst: true,
      ignoreFiles: true,
      ignore,
      // What a link leads to is in the tree as well.
      link: () => undefined,
      report: ({ code, path, ...rest }) => {
        if (code !== "folder-unreadable" && "max" in rest)
          findings.push({ code, severity: "warning", path: path.slice(1), args: { max: rest.max } });
      },
    }),
  ];
}

const fixtureFolder =
  /^(?:tests?|__tests__|e2e|spec|fixtures?|__fixtures__|test-?data|mocks?|__mocks__|snapshots?|__snapshots__)$/i;

/** Skills for tests are not offered, unless a source has no others. */
function isFixture(path: string): boolean {
  return path.split("/").some((part) => fixtureFolder.test(part));
}

/** The innermost folder of skills around a skill decides. */
function packageOf(path: string, packages: ReadonlyMap<string, PackageFolder>): PackageFolder | undefined {
  for (let folder = path; folder !== ""; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const found = packages.get(folder);
    if (found) return found;
  }
  return packages.get("");
}

type OwnedPlace = Place & {
  readonly owner: PackageFolder | undefined;
  /** Folders of all skills. */
  readonly others: readonly string[];
};

function readSkill(search: Search, place: OwnedPlace): readonly FoundSkill[] {
  const { path, fileName, owner } = place;
  const file = path === "" ? fileName : `${path}/${fileName}`;
  const unreadable = (reason: string): readonly FoundSkill[] => {
    search.findings.push({ code: "skill-unreadable", severity: "error", path: file, args: { reason } });
    return [];
  };
  if (fileName !== "SKILL.md" && fileName !== "skill.md")
    return unreadable(`its file must be named SKILL.md, not ${fileName}`);
  const extracted = attemptExtract(search, place);
  if ("reason" in extracted) return unreadable(extracted.reason);
  const { tree, leftOut, missing } = extracted;
  const discovery = discover(tree, {
    name: nameOf(path, search.source),
    fileName,
    isStrict: owner?.isStrict,
  });
  if (discovery === undefined) return unreadable("its SKILL.md is not a file");
  if (discovery.kind === "broken") {
    search.findings.push({ ...discovery.finding, path: file });
    return [];
  }
  for (const reason of missing)
    search.findings.push({ code: "skill-incomplete", severity: "warning", path: file, args: { reason } });
  const { name, description } = discovery.skill;
  return [
    {
      name,
      description,
      path,
      ...(owner && { package: owner.name }),
      ...(owner?.needs && { needs: owner.needs }),
      tree,
      leftOut,
    },
  ];
}

function attemptExtract(
  { fetched, source, copies }: Search,
  { path, others }: OwnedPlace,
): ReturnType<typeof extractSkill> | { readonly reason: string } {
  try {
    return extractSkill(fetched, { path, source, others, copies });
  } catch (error) {
    if (!(error instanceof SkillError) || error.code !== "package-invalid") throw error;
    return { reason: String(error.details.reason) };
  }
}

/** Reads the frontmatter as for a skill on a disk, in a folder of its name. */
function discover(
  tree: FileTree,
  {
    name,
    fileName,
    isStrict,
  }: { readonly name: string; readonly fileName: string; readonly isStrict: boolean | undefined },
): Discovery | undefined {
  const directory = `/${name}`;
  const root = { path: "/", scope: "custom", ...(isStrict === true && { strict: isStrict }) } as const;
  return discoverSkill(createTreeFileSystem(tree, directory), { root, directory, fileName, nowMs: 0 });
}

function nameOf(path: string, source: string): string {
  if (path !== "") return path.slice(path.lastIndexOf("/") + 1);
  const withoutUser = source.replace(/^(?:ssh:\/\/)?git@/, "");
  const [place = ""] = withoutUser.split(/#|(?<=[\w.-])@/, 1);
  const name = place.split(/[^\w.-]/).findLast((part) => part !== "") ?? "";
  return name.replace(/\.(?:git|tar\.gz|tgz|zip|skill|aam)$/, "") || "skill";
}

/** Standard places first: they are what a repository offers, others may be copies or examples. */
function rank({ path, package: owner }: FoundSkill): number {
  if (path === "") return 0;
  if (path.startsWith("skills/") || owner !== undefined) return 1;
  return /^\.[\w-]+\/skills\//.test(path) ? 2 : 3;
}

/** Repositories often keep one skill in the folders of several agents. */
function withoutCopies(skills: readonly FoundSkill[]): readonly FoundSkill[] {
  const seen = new Set<string>();
  return skills.filter(({ name, tree }) => {
    const key = `${name} ${digestTree(tree)}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
