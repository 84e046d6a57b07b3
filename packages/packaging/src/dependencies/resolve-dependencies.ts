import { SkillError } from "@skillwright/core";
import { releaseOf } from "../install/choose-release.ts";
import { rangeTextOf } from "../install/version-range.ts";
import type { RootSkill } from "../install/wanted-skills.ts";
import { packagingLimits } from "../limits.ts";
import type { LockedSkill } from "../lock/lock.ts";
import type { WantedSkill } from "../plan/plan-install.ts";
import type { Source, SourceSpec } from "../sources/source.ts";
import { chooseVersions, findCycles } from "../versions/choose-versions.ts";
import type { Dependency } from "../versions/pubgrub.ts";
import { type Asker, addNode, type Bound, bindDependency, type Graph } from "./bind-dependency.ts";
import { closeLock, neededOnly } from "./lock-needs.ts";
import { noVersions, reasonOf } from "./node-versions.ts";
import {
  absent,
  type DependencySetting,
  type GraphNode,
  keptNode,
  lockedNode,
  neededNode,
  rootNode,
  staysLocked,
} from "./skill-graph.ts";

export type ResolvedDependencies = {
  /** The skills asked for and everything they need, with what each needs. */
  readonly wanted: readonly WantedSkill[];
  readonly notes: readonly DependencyNote[];
};

export type DependencyNote =
  /** Skills that need each other, from the first name to the first again. */
  | { readonly kind: "cycle"; readonly names: readonly string[] }
  /** A range that cannot be checked. */
  | { readonly kind: "unversioned"; readonly name: string; readonly by: string; readonly range: string }
  /** Another version than the preferred one had to be taken. */
  | {
      readonly kind: "passed-over";
      readonly name: string;
      readonly version: string;
      readonly preferred: string;
    }
  /** It is needed and left out, as the user asks. */
  | { readonly kind: "omitted"; readonly name: string; readonly by: string }
  /** Nothing needs it any more. */
  | { readonly kind: "unneeded"; readonly name: string };

/**
 * Adds what skills need to what is wanted, transitively, in versions that fit together and to everything else that is installed. An error
 * explains why there are none.
 */
export async function resolveDependencies(
  roots: readonly RootSkill[],
  setting: DependencySetting,
): Promise<ResolvedDependencies> {
  const bounded = { ...setting, sourceOf: boundFetches(setting.sourceOf) };
  const pins = setting.prefer === undefined || setting.prefer === "locked" ? [true, false] : [false];
  let failure: unknown;
  let heldBack: ResolvedDependencies | undefined;
  for (const isPinned of pins)
    try {
      const { isHeldBack, ...resolved } = await resolveWith(roots, bounded, isPinned);
      if (!isPinned || !isHeldBack) return resolved;
      heldBack = resolved;
    } catch (error) {
      const isTried = isUnsolved(error) || (heldBack !== undefined && isUnreachable(error));
      if (!isTried) throw error;
      failure = error;
    }
  if (heldBack !== undefined) return heldBack;
  throw failure;
}

/** There are no versions that fit together, or what would fit is refused. */
function isUnsolved(error: unknown): boolean {
  return error instanceof SkillError && /^(?:versions-conflict|install-refused)$/.test(error.code);
}

function isUnreachable(error: unknown): boolean {
  return error instanceof SkillError && /^source-(?:unavailable|offline)$/.test(error.code);
}

/** Each release that is tried may be a download. */
function boundFetches(sourceOf: DependencySetting["sourceOf"]): DependencySetting["sourceOf"] {
  const fetched = new Set<string>();
  return (spec: SourceSpec): Source => {
    const source = sourceOf(spec);
    return {
      ...source,
      fetch: (one, release) => {
        fetched.add(JSON.stringify([one, release.resolved]));
        if (fetched.size <= packagingLimits.dependencyReleases) return source.fetch(one, release);
        throw new SkillError("versions-conflict", {
          explanation: `no solution was found in ${packagingLimits.dependencyReleases} releases; use narrower ranges`,
        });
      },
    };
  };
}

type PinnedDependencies = ResolvedDependencies & {
  /** The user asks for a skill that is not in its preferred version. */
  readonly isHeldBack: boolean;
};

/** With pins, what is locked and only needed by others stays if that is possible, and its source is not asked. */
async function resolveWith(
  roots: readonly RootSkill[],
  setting: DependencySetting,
  isPinned: boolean,
): Promise<PinnedDependencies> {
  const graph = createGraph(roots, setting, isPinned);
  const asked = roots.map(({ spec, chosen }) => ({ key: chosen.locked.name, spec }));
  const edges = new Map<string, readonly Bound[]>();
  for (;;) {
    graph.isStale = false;
    const kept = [...graph.nodes.values()].filter(({ from }) => from === "kept");
    const wanted: Dependency[] = [
      ...(await Promise.all(
        asked.map(async ({ key, spec }) => ({ name: key, range: await rootRange(graph, key, spec) })),
      )),
      ...kept.map(({ key }) => ({ name: key, range: "*" })),
    ];
    const provider = {
      versions: (key: string) => versionsOf(graph, key),
      dependencies: async (key: string, version: string) => {
        const bound = await readEdges(graph, key, version);
        edges.set(
          `${key} ${version}`,
          bound.filter(({ relation = "needs" }) => relation === "needs"),
        );
        return bound.map(
          ({ key: name, range, isUnversioned, relation }): Dependency => ({
            name,
            range: isUnversioned ? "*" : range,
            ...(relation && { relation }),
          }),
        );
      },
    };
    const { versions } = await chooseVersions(wanted, provider, { prefer: setting.prefer });
    if (!graph.isStale) return finish(graph, versions, edges);
  }
}

function createGraph(roots: readonly RootSkill[], setting: DependencySetting, isPinned: boolean): Graph {
  const nodes = new Map<string, GraphNode>();
  for (const root of roots) nodes.set(root.chosen.locked.name, rootNode(root, setting));
  const free = neededOnly(setting.lock, setting.named.skills);
  for (const locked of setting.lock.skills) {
    if (nodes.has(locked.name)) continue;
    const leader = roots.find(({ chosen }) => chosen.locked.source === locked.source)?.chosen.locked;
    const options = {
      isPinned: isPinned && staysLocked(locked.name, setting),
      leader: leader && releaseOf(leader),
    };
    const isFree = free.has(locked.name);
    nodes.set(locked.name, isFree ? lockedNode(locked, options, setting) : keptNode(locked, setting));
  }
  return { setting, nodes, faults: new Map(), unbound: new Set(), isStale: false };
}

async function rootRange({ nodes }: Graph, key: string, spec: SourceSpec): Promise<string> {
  const known = await nodes.get(key)?.versions();
  return known?.isFixed ? "*" : (rangeTextOf(spec) ?? "*");
}

async function versionsOf({ nodes, faults }: Graph, key: string) {
  const missing = faults.get(key);
  if (missing !== undefined) return { ...noVersions(missing.fault), ...missing };
  if (key.startsWith(absent)) return noVersions("that release has none");
  try {
    return await nodes.get(key)?.versions();
  } catch (error) {
    return noVersions(reasonOf(error));
  }
}

type Edge = Bound & Pick<Dependency, "relation"> & { readonly isUnversioned: boolean };

async function readEdges(graph: Graph, key: string, version: string): Promise<readonly Edge[]> {
  const node = graph.nodes.get(key);
  const release = (await node?.versions())?.releases.get(version);
  if (node === undefined || release === undefined) return [];
  const { dependencies } = await node.needs(release);
  const edges: Edge[] = [];
  for (const dependency of dependencies) {
    if (isOmitted(dependency, graph.setting)) continue;
    const asker = { node, release };
    const bound =
      node.from === "package"
        ? [ownSkill(graph, dependency, asker)]
        : await bindNeed(graph, dependency, asker);
    for (const one of bound) {
      const isUnversioned = one.range !== "*" && (await versionsOf(graph, one.key))?.isUnversioned === true;
      // A version that is not known cannot be excluded by a range.
      if (isUnversioned && dependency.relation === "excludes") continue;
      edges.push({ ...one, ...(dependency.relation && { relation: dependency.relation }), isUnversioned });
    }
  }
  return edges;
}

function isOmitted({ name, relation = "needs" }: Dependency, { omitted }: DependencySetting): boolean {
  return relation === "needs" && omitted?.has(name) === true;
}

async function bindNeed(graph: Graph, dependency: Dependency, asker: Asker): Promise<readonly Bound[]> {
  const { name, range } = dependency;
  return name.startsWith(absent) ? [{ key: name, range }] : bindDependency(graph, dependency, asker);
}

/** The skill of a package that is needed as a whole. */
function ownSkill(graph: Graph, { name, range }: Dependency, asker: Asker): Bound {
  const { spec } = asker.node;
  const node = neededNode({ spec, skill: name, first: asker.release }, graph.setting);
  return { key: addNode(graph, node, asker).key, range };
}

async function finish(
  graph: Graph,
  versions: ReadonlyMap<string, string>,
  edges: ReadonlyMap<string, readonly Bound[]>,
): Promise<PinnedDependencies> {
  const { nodes, setting } = graph;
  const edgesOf = (key: string): readonly Bound[] => edges.get(`${key} ${versions.get(key)}`) ?? [];
  const wanted: WantedSkill[] = [];
  const notes: DependencyNote[] = [];
  const links = new Map<string, readonly string[]>();
  let isHeldBack = false;
  for (const [key, version] of versions) {
    const node = nodes.get(key);
    const known = await node?.versions();
    const release = known?.releases.get(version);
    if (node === undefined || known === undefined || release === undefined || node.from === "package")
      continue;
    const dependencies = flatten(edgesOf(key), { nodes, edgesOf });
    links.set(key, Object.keys(dependencies));
    const isOther = (known.first ?? version) !== version && setting.prefer !== "minimal";
    if (isOther && known.isAsked) isHeldBack = true;
    if (isOther && node.from === "root")
      notes.push({ kind: "passed-over", name: key, version, preferred: known.first ?? version });
    for (const { key: to, range } of edgesOf(key))
      if (range !== "*" && (await nodes.get(to)?.versions())?.isUnversioned)
        notes.push({ kind: "unversioned", name: to, by: key, range });
    const content = await node.content(release);
    for (const one of content && setting.omitted ? (await node.needs(release)).dependencies : [])
      if (isOmitted(one, setting)) notes.push({ kind: "omitted", name: one.name, by: key });
    if (content) wanted.push({ ...content, locked: withDependencies(content.locked, dependencies) });
  }
  return {
    ...{ wanted, isHeldBack },
    notes: [
      ...findCycles(links)
        .filter((names) => wanted.some(({ locked }) => names.includes(locked.name)))
        .map((names): DependencyNote => ({ kind: "cycle", names })),
      ...notes,
      ...findUnneeded(setting, wanted).map((name): DependencyNote => ({ kind: "unneeded", name })),
    ],
  };
}

type Links = {
  readonly nodes: Graph["nodes"];
  readonly edgesOf: (key: string) => readonly Bound[];
};

/** What a skill needs, by the names of skills; instead of a package, its skills. */
function flatten(edges: readonly Bound[], { nodes, edgesOf }: Links): Readonly<Record<string, string>> {
  const ranges = new Map<string, string>();
  const add = (name: string, range: string): void => {
    const known = ranges.get(name);
    const both = known === undefined || known === "*" || known === range ? range : `${known} ${range}`;
    ranges.set(name, known !== undefined && range === "*" ? known : both);
  };
  for (const { key, range } of edges)
    if (nodes.get(key)?.from !== "package") add(key, range);
    else for (const one of edgesOf(key)) add(one.key, range);
  return Object.fromEntries(ranges);
}

function withDependencies(locked: LockedSkill, dependencies: Readonly<Record<string, string>>): LockedSkill {
  const { dependencies: _, ...rest } = locked;
  return Object.keys(dependencies).length === 0 ? rest : { ...rest, dependencies };
}

/** What was needed before and is not any more. */
function findUnneeded({ lock, named }: DependencySetting, wanted: readonly WantedSkill[]): readonly string[] {
  const next = new Map(lock.skills.map((skill) => [skill.name, skill]));
  for (const { locked } of wanted) next.set(locked.name, locked);
  const skills = [...next.values()];
  const free = neededOnly(lock, named.skills);
  const roots = skills.flatMap(({ name }) => (free.has(name) ? [] : [name]));
  const needed = new Set(closeLock({ version: 1, skills }, roots).skills.map(({ name }) => name));
  return [...free].filter((name) => !needed.has(name));
}
