import { lockedSource } from "../install/locked-source.ts";
import { fetchOffer } from "../install/offer.ts";
import type { FoundSkill } from "../sources/find-skills.ts";
import type { Release } from "../sources/source.ts";
import type { Dependency } from "../versions/pubgrub.ts";
import { type DependencyPlace, findPlaces } from "./dependency-place.ts";
import { type NodeVersions, reasonOf } from "./node-versions.ts";
import { type DependencySetting, type GraphNode, neededNode, packageNode } from "./skill-graph.ts";

/** The skills and packages that are known so far. */
export type Graph = {
  readonly setting: DependencySetting;
  readonly nodes: Map<string, GraphNode>;
  /** Why something cannot be had, by its key. */
  readonly faults: Map<string, Pick<NodeVersions, "label" | "isRefused"> & { readonly fault: string }>;
  /** Names that were only excluded or allowed so far. If one is needed later, everything is solved again. */
  readonly unbound: Set<string>;
  isStale: boolean;
};

/** A skill that asks, in one of its releases. */
export type Asker = { readonly node: GraphNode; readonly release: Release };

/** A dependency on what it means: a node of the graph, or a fault. */
export type Bound = { readonly key: string; readonly range: string };

/**
 * Finds what a dependency means: a skill that is wanted or installed, one of the source of the asker, one of its registry, or a source that
 * it names. What a skill only excludes or allows is not looked for.
 */
export async function bindDependency(
  graph: Graph,
  dependency: Dependency,
  asker: Asker,
): Promise<readonly Bound[]> {
  const { name, range, relation = "needs" } = dependency;
  const given = findGiven(graph, name, asker);
  if (given.length > 0) return given.map(({ key }) => ({ key, range }));
  if (relation === "needs") return findNeeded(graph, dependency, asker);
  if (graph.nodes.has(name)) return [{ key: name, range }];
  graph.unbound.add(name);
  return [];
}

/** Skills that are wanted or locked: of that name, or of a package of that name. */
function findGiven({ nodes }: Graph, name: string, { node: asker }: Asker): readonly GraphNode[] {
  if (asker.from === "package") return [];
  const own = nodes.get(name);
  if (own !== undefined && isGiven(own)) return [own];
  const full = [...nodes.values()].filter(isGiven);
  const one = full.find(({ package: owner, skill }) => isPackaged(name, owner, skill));
  if (one !== undefined) return [one];
  // Under an alias, a skill is still the one that its own source means.
  const alias = full.find(({ skill, origin }) => skill === name && origin === asker.origin);
  if (alias !== undefined) return [alias];
  return full.filter(({ package: owner }) => owner !== undefined && owner === packageName(name));
}

function isGiven({ from }: GraphNode): boolean {
  return from !== "needed" && from !== "package";
}

function isPackaged(name: string, owner: string | undefined, skill: string | undefined): boolean {
  return owner !== undefined && (name === `${owner}:${skill}` || name === `${owner}/${skill}`);
}

/** As manifests are read: `@org/package` is `org--package`. */
function packageName(name: string): string {
  return name.replace(/^@([^/]+)\/([^/]+)$/, "$1--$2");
}

async function findNeeded(graph: Graph, dependency: Dependency, asker: Asker): Promise<readonly Bound[]> {
  const { setting } = graph;
  const { spec } = asker.node;
  // A path in a dependency is relative to the folder of whoever asks, and means nothing elsewhere.
  const cwd = spec.kind === "local" ? spec.path : "/";
  const tried: string[] = [];
  let isRefused = false;
  for (const place of findPlaces(dependency, spec, { cwd, home: "/" })) {
    const origin = lockedSource(place.spec, setting.root);
    if (place.isExotic && !setting.named.sources.has(origin)) {
      isRefused = true;
      tried.push(
        `${origin} is neither the source of ${asker.node.key} nor in skillwright.json; if you trust it, add it first`,
      );
      continue;
    }
    try {
      const found = await lookIn(graph, place, asker);
      if (found.length > 0) return found.map(({ key }) => ({ key, range: place.range }));
      tried.push(`${origin} does not have it`);
    } catch (error) {
      tried.push(reasonOf(error));
    }
  }
  return [addFault(graph, { name: dependency.name, asker, reasons: tried, isRefused })];
}

type Missing = {
  readonly name: string;
  readonly asker: Asker;
  readonly reasons: readonly string[];
  readonly isRefused?: boolean;
};

function addFault({ faults }: Graph, { name, asker, reasons, isRefused = false }: Missing): Bound {
  const key = JSON.stringify([asker.node.key, name]);
  const fault = reasons.length === 0 ? "it is not the name of a source" : [...new Set(reasons)].join("; ");
  faults.set(key, { label: name, fault, ...(isRefused && { isRefused }) });
  return { key, range: "*" };
}

async function lookIn(graph: Graph, place: DependencyPlace, asker: Asker): Promise<readonly GraphNode[]> {
  const { setting } = graph;
  const { spec, wanted } = place;
  const isSame = lockedSource(spec, setting.root) === asker.node.origin;
  if (wanted === undefined) {
    // Whether the source answers is found out now, so that the next place can be tried.
    await setting.sourceOf(spec).resolve(spec);
    return [addNode(graph, packageNode(spec, setting), asker)];
  }
  const release = isSame && spec.kind !== "site" ? asker.release : undefined;
  const { found, release: first } = await fetchOffer(spec, setting, release);
  return skillsNamed(found.skills, wanted).map(({ name }) =>
    addNode(graph, neededNode({ spec, skill: name, first }, setting), asker),
  );
}

/** One skill, or those of a package. */
function skillsNamed(skills: readonly FoundSkill[], wanted: string): readonly FoundSkill[] {
  const one =
    skills.find(({ name }) => name === wanted) ??
    skills.find(({ name, package: owner }) => isPackaged(wanted, owner, name));
  if (one !== undefined) return [one];
  return skills.filter(({ package: owner }) => owner !== undefined && owner === packageName(wanted));
}

/** Adds a node, unless it is known. Two sources for one name cannot both be installed. */
export function addNode(graph: Graph, node: GraphNode, asker: Asker): GraphNode {
  const known = graph.nodes.get(node.key);
  if (known !== undefined && (known.origin === node.origin || isGiven(known))) return known;
  if (known !== undefined) {
    const fault = `${known.origin} and ${node.origin} both provide it; add the one you want yourself`;
    const { key } = addFault(graph, { name: node.key, asker, reasons: [fault] });
    return { ...node, key };
  }
  if (graph.unbound.has(node.key)) graph.isStale = true;
  graph.nodes.set(node.key, node);
  return node;
}
