import { SkillError } from "@skillwright/core";
import { packagingLimits } from "../limits.ts";
import { combine, type Incompatibility, type Package, type Relation } from "./incompatibility.ts";
import { sortVersions, versionsIn } from "./range.ts";

export type Dependency = {
  readonly name: string;
  readonly range: string;
  /** `needs` if absent. */
  readonly relation?: Relation;
};

/** Where the solver learns what there is. Each question is asked once. */
export type VersionProvider = {
  /** All versions; undefined if there is no such package. */
  versions(name: string): MaybePromise<readonly string[] | undefined>;
  dependencies(name: string, version: string): MaybePromise<readonly Dependency[]>;
};
type MaybePromise<Value> = Value | Promise<Value>;

export type SolverOptions = {
  /** Locked versions if they fit, otherwise the highest (the default); always the highest; always the lowest. */
  readonly prefer?: "locked" | "latest" | "minimal" | undefined;
  /** The versions in use now, by name. */
  readonly locked?: ReadonlyMap<string, string> | undefined;
  /** Whether ranges that do not name a pre-release match pre-releases too. */
  readonly prereleases?: boolean | undefined;
};

export type Solution =
  | { readonly kind: "solved"; readonly versions: ReadonlyMap<string, string> }
  | { readonly kind: "conflict"; readonly conflict: Incompatibility };

/** A package with what the solver decided so far. */
type Node = Package & {
  /** The versions that are still possible. */
  state: bigint;
  /** Positions on the trail, the earliest first. */
  readonly history: number[];
  readonly rules: Incompatibility[];
  /** What its versions say, so that equal sentences of several versions become one. */
  readonly sentences: Map<string, Incompatibility>;
  /** Its versions, the preferred first. */
  readonly preferred: readonly bigint[];
  readonly read: Set<bigint>;
  decided: boolean;
};

type Assignment = {
  readonly node: Node;
  readonly set: bigint;
  readonly before: bigint;
  readonly after: bigint;
  readonly level: number;
  /** Absent for a decision. */
  readonly cause?: Incompatibility;
};

type Solver = {
  readonly provider: VersionProvider;
  readonly options: SolverOptions;
  readonly nodes: Map<string, Promise<Node>>;
  /** The packages in the order they were met. */
  readonly met: Node[];
  readonly trail: Assignment[];
  level: number;
  conflicts: number;
};

/**
 * Chooses one version of every package that is needed, by the PubGrub algorithm: what a conflict teaches is kept as a new rule, and the
 * search jumps back to the decision that caused it. If there is no solution, the answer is a rule without terms, whose causes explain why.
 */
export async function solveVersions(
  wanted: readonly Dependency[],
  provider: VersionProvider,
  options: SolverOptions = {},
): Promise<Solution> {
  const solver: Solver = { provider, options, nodes: new Map(), met: [], trail: [], level: 0, conflicts: 0 };
  await Promise.all(wanted.map(({ name }) => loadNode(solver, name)));
  const asked: Node[] = [];
  for (const { name, range } of wanted) {
    const target = await loadNode(solver, name);
    const terms = withoutEverything([[target, target.all ^ setOf(solver, target, range)]]);
    const rule: Incompatibility = { terms, cause: { kind: "wanted", target, range } };
    if (terms.size === 0) return { kind: "conflict", conflict: rule };
    target.rules.push(rule);
    asked.push(target);
  }
  let next: readonly Node[] = asked;
  while (next.length > 0) {
    const conflict = propagate(solver, next);
    if (conflict !== undefined) return { kind: "conflict", conflict };
    next = await decideNext(solver);
  }
  const chosen = solver.met.filter(({ decided }) => decided);
  return { kind: "solved", versions: new Map(chosen.map((node) => [node.name, versionOf(node)])) };
}

function loadNode(solver: Solver, name: string): Promise<Node> {
  const known = solver.nodes.get(name);
  if (known !== undefined) return known;
  const made = createNode(solver, name);
  solver.nodes.set(name, made);
  return made;
}

async function createNode(solver: Solver, name: string): Promise<Node> {
  // The position is taken before waiting, so that the order does not depend on which answer comes first.
  const position = solver.met.length;
  solver.met.length++;
  const found = await solver.provider.versions(name);
  const versions = sortVersions(found ?? []);
  const all = (1n << BigInt(versions.length + 1)) - 1n;
  const node: Node = {
    name,
    versions,
    exists: found !== undefined,
    all,
    ranges: new Map(),
    state: all,
    history: [],
    rules: [],
    sentences: new Map(),
    preferred: preferredBits(versions, solver.options, solver.options.locked?.get(name)),
    read: new Set(),
    decided: false,
  };
  solver.met[position] = node;
  return node;
}

function preferredBits(
  versions: readonly string[],
  { prefer = "locked" }: SolverOptions,
  locked: string | undefined,
): readonly bigint[] {
  const ordered = prefer === "minimal" ? versions : versions.toReversed();
  const isStable = (version: string) => !version.replace(/\+.*/, "").includes("-");
  const sorted = [...ordered.filter(isStable), ...ordered.filter((version) => !isStable(version))];
  const first = prefer === "locked" && locked !== undefined && versions.includes(locked) ? [locked] : [];
  const bits = new Map(versions.map((version, index) => [version, 1n << BigInt(index + 1)]));
  return [...new Set([...first, ...sorted])].map((version) => bits.get(version) ?? 0n);
}

/** The versions of a package in a range, as a set; remembers the range for explanations. */
function setOf({ options }: Solver, node: Node, range: string): bigint {
  const inside = new Set(versionsIn(range, node.versions, options));
  let bits = "";
  // The binary digits of a number start with the highest, which is the newest version.
  for (const version of node.versions) bits = (inside.has(version) ? "1" : "0") + bits;
  const set = BigInt(`0b${bits}0`);
  if (!node.ranges.has(set)) node.ranges.set(set, range);
  return set;
}

/** A term that always holds says nothing. */
function withoutEverything(terms: readonly (readonly [Node, bigint])[]): ReadonlyMap<Node, bigint> {
  return new Map(terms.filter(([node, set]) => set !== node.all));
}

/** Draws every conclusion from what changed. The answer is the final conflict, if there is one. */
function propagate(solver: Solver, changed: readonly Node[]): Incompatibility | undefined {
  let queue = [...changed];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    for (let index = node.rules.length - 1; index >= 0; index--) {
      const rule = node.rules[index];
      const open = rule === undefined ? "settled" : findOpenTerm(rule);
      if (rule === undefined || open === "settled") continue;
      if (open !== "violated") {
        assign(solver, open, rule);
        queue.push(open.node);
        continue;
      }
      const learned = resolveConflict(solver, rule);
      const left = findOpenTerm(learned);
      if (typeof left === "string") return learned;
      assign(solver, left, learned);
      queue = [left.node];
      break;
    }
  }
  return undefined;
}

type OpenTerm = { readonly node: Node; readonly set: bigint };

/** The one term of a rule that is not yet known to hold, with what must be true instead. */
function findOpenTerm({ terms }: Incompatibility): OpenTerm | "violated" | "settled" {
  let open: OpenTerm | undefined;
  for (const [one, set] of terms) {
    const node = one as Node;
    if ((node.state & set) === node.state) continue;
    if ((node.state & set) === 0n || open !== undefined) return "settled";
    open = { node, set: node.all ^ set };
  }
  return open ?? "violated";
}

function assign(solver: Solver, { node, set }: OpenTerm, cause?: Incompatibility): void {
  const { trail, level } = solver;
  const step = { node, set, before: node.state, after: node.state & set, level };
  node.history.push(trail.length);
  node.state = step.after;
  trail.push(cause === undefined ? step : { ...step, cause });
}

/** Follows a conflict to the decision that caused it and takes that back; the learned rule then excludes it. */
function resolveConflict(solver: Solver, rule: Incompatibility): Incompatibility {
  if (++solver.conflicts > packagingLimits.solverConflicts)
    throw new SkillError("versions-conflict", {
      explanation: `no solution was found in ${packagingLimits.solverConflicts} attempts; use narrower ranges`,
    });
  let current = rule;
  while (current.terms.size > 0) {
    const { step, level } = findCause(solver, current);
    if (step.cause === undefined || level < step.level) {
      takeBack(solver, level);
      if (current !== rule) for (const one of current.terms.keys()) (one as Node).rules.push(current);
      return current;
    }
    current = combine(current, step.cause, step.node);
  }
  return current;
}

/** The assignment that completed a conflict, and the level at which everything else of it held. */
function findCause({ trail }: Solver, { terms }: Incompatibility): { step: Assignment; level: number } {
  let last = -1;
  let level = 0;
  const levelAt = (index: number) => trail[index]?.level ?? 0;
  for (const [one, set] of terms) {
    const { history } = one as Node;
    const found = history[firstWhere(history, (at) => isInside(trail[at]?.after, set))] ?? 0;
    level = Math.max(level, levelAt(Math.min(found, last)));
    last = Math.max(last, found);
  }
  const step = trail[last];
  if (step === undefined) throw new Error("a conflict without an assignment");
  const set = terms.get(step.node) ?? 0n;
  if (isInside(step.set, set)) return { step, level };
  const { history } = step.node;
  const before = history[firstWhere(history, (at) => isInside((trail[at]?.after ?? 0n) & step.set, set))];
  return { step, level: Math.max(level, before === undefined ? 0 : levelAt(before)) };
}

function isInside(inner: bigint | undefined, outer: bigint): boolean {
  return inner !== undefined && (inner & outer) === inner;
}

/** The first position at which something holds that holds from then on. */
function firstWhere(list: readonly number[], holds: (value: number) => boolean): number {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(list[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function takeBack(solver: Solver, level: number): void {
  const { trail } = solver;
  for (let last = trail.at(-1); last !== undefined && last.level > level; last = trail.at(-1)) {
    last.node.state = last.before;
    last.node.history.pop();
    if (last.cause === undefined) last.node.decided = false;
    trail.pop();
  }
  solver.level = level;
}

/** Decides the needed package with the fewest versions left; none if all are decided. */
async function decideNext(solver: Solver): Promise<readonly Node[]> {
  let best: Node | undefined;
  // Beyond this, which package has the fewest versions makes no difference.
  let fewest = 64;
  for (const node of solver.met) {
    if (node.decided || (node.state & 1n) === 1n) continue;
    const count = countBits(node.state, fewest);
    if (best === undefined || count < fewest) [best, fewest] = [node, count];
    if (fewest === 1) break;
  }
  if (best === undefined) return [];
  const node = best;
  const bit = node.preferred.find((one) => (node.state & one) !== 0n) ?? 0n;
  if (!node.read.has(bit)) await readDependencies(solver, node, bit);
  solver.level++;
  assign(solver, { node, set: bit });
  node.decided = true;
  return [node];
}

function countBits(set: bigint, max: number): number {
  let count = 0;
  for (let rest = set; rest !== 0n && count < max; rest &= rest - 1n) count++;
  return count;
}

function versionOf({ state, versions }: Node): string {
  return versions[state.toString(2).length - 2] ?? "";
}

async function readDependencies(solver: Solver, node: Node, bit: bigint): Promise<void> {
  node.read.add(bit);
  const version = node.versions[bit.toString(2).length - 2] ?? "";
  const dependencies = await solver.provider.dependencies(node.name, version);
  const targets = await Promise.all(dependencies.map(({ name }) => loadNode(solver, name)));
  for (const [index, { range, relation = "needs" }] of dependencies.entries()) {
    const target = targets[index];
    if (target !== undefined) addSentence(solver, { node, bit, target, range, relation });
  }
}

type Sentence = {
  readonly node: Node;
  readonly bit: bigint;
  readonly target: Node;
  readonly range: string;
  readonly relation: Relation;
};

/** Adds what one version says of another package to what the other versions say. */
function addSentence(solver: Solver, { node, bit, target, range, relation }: Sentence): void {
  const key = JSON.stringify([target.name, range, relation]);
  const old = node.sentences.get(key);
  const versions = old?.cause.kind === "dependency" ? old.cause.versions | bit : bit;
  const refused = refusedSet(target, setOf(solver, target, range), relation);
  // A package that is its own dependency has one term for both.
  const own = node === target ? ([[node, versions & refused]] as const) : undefined;
  const terms = withoutEverything(
    own ?? [
      [node, versions],
      [target, refused],
    ],
  );
  if ([...terms.values()].includes(0n)) return;
  const rule: Incompatibility = {
    terms,
    cause: { kind: "dependency", of: node, versions, target, range, relation },
  };
  node.sentences.set(key, rule);
  for (const one of new Set([node, target])) {
    if (!terms.has(one)) continue;
    const place = old === undefined ? -1 : one.rules.indexOf(old);
    if (place === -1) one.rules.push(rule);
    else one.rules[place] = rule;
  }
}

function refusedSet({ all }: Node, inside: bigint, relation: Relation): bigint {
  switch (relation) {
    case "needs":
      return all ^ inside;
    case "allows":
      return (all ^ inside) & ~1n;
    case "excludes":
      return inside;
  }
}
