import { SkillError } from "@skillwright/core";
import { packagingLimits } from "../limits.ts";
import { combine, type Relation } from "./incompatibility.ts";
import { versionsIn } from "./range.ts";
import {
  addForVersion,
  addRule,
  createNode,
  isDone,
  type KnownVersions,
  type Node,
  preferredBit,
  type Rule,
  rulesToCheck,
  toSet,
  versionAt,
} from "./solver-node.ts";

export type Dependency = {
  readonly name: string;
  readonly range: string;
  /** `needs` if absent. */
  readonly relation?: Relation;
};

/** Where the solver learns what there is. Each question is asked once. */
export type VersionProvider = {
  /** All versions; undefined if there is no such package. */
  versions(name: string): MaybePromise<KnownVersions | undefined>;
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

export type Solution = {
  /** Rules and packages that were looked at, which is what a solution costs. */
  readonly work: number;
  /** How often choosing started: once, and again after each step back. */
  readonly attempts: number;
} & (
  | { readonly kind: "solved"; readonly versions: ReadonlyMap<string, string> }
  | { readonly kind: "conflict"; readonly conflict: Rule }
);

type Assignment = {
  readonly node: Node;
  readonly set: bigint;
  readonly before: bigint;
  readonly after: bigint;
  readonly level: number;
  /** Absent for a decision. */
  readonly cause?: Rule;
};

type Solver = {
  readonly provider: VersionProvider;
  readonly options: SolverOptions;
  readonly nodes: Map<string, Promise<Node>>;
  /** Packages that are needed and not decided. */
  readonly open: Set<Node>;
  readonly trail: Assignment[];
  level: number;
  conflicts: number;
  questions: number;
  work: number;
  attempts: number;
  /** A decision was taken back since the last one was made. */
  isBack: boolean;
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
  const solver: Solver = {
    ...{ provider, options, nodes: new Map(), open: new Set(), trail: [] },
    ...{ level: 0, conflicts: 0, questions: 0, work: 0, attempts: 1, isBack: false },
  };
  const cost = () => ({ work: solver.work, attempts: solver.attempts });
  const answer = (conflict: Rule): Solution => ({ kind: "conflict", conflict, ...cost() });
  await Promise.all(wanted.map(({ name }) => loadNode(solver, name)));
  const asked: Node[] = [];
  for (const { name, range } of wanted) {
    const target = await loadNode(solver, name);
    const terms = withoutEverything([[target, target.all ^ setOf(solver, target, range)]]);
    const rule: Rule = { terms, cause: { kind: "wanted", target, range } };
    if (terms.size === 0) return answer(rule);
    addRule(target, { rule, isDone: false });
    asked.push(target);
  }
  let next: readonly Node[] = asked;
  while (next.length > 0) {
    const conflict = propagate(solver, next);
    if (conflict !== undefined) return answer(conflict);
    next = await decideNext(solver);
  }
  const nodes = await Promise.all(solver.nodes.values());
  const chosen = nodes.filter(({ decided }) => decided);
  const versions = new Map(chosen.map((node) => [node.key, versionAt(node, node.state)]));
  return { kind: "solved", versions, ...cost() };
}

function loadNode(solver: Solver, name: string): Promise<Node> {
  const known = solver.nodes.get(name);
  if (known !== undefined) return known;
  const made = askFor(solver, name);
  solver.nodes.set(name, made);
  return made;
}

async function askFor(solver: Solver, name: string): Promise<Node> {
  const { prefer = "locked", locked } = solver.options;
  const node = {
    // The position is taken before waiting, so that the order does not depend on which answer comes first.
    position: solver.nodes.size,
    lowestFirst: prefer === "minimal",
    locked: prefer === "locked" ? locked?.get(name) : undefined,
  };
  countQuestion(solver);
  return createNode(name, await solver.provider.versions(name), node);
}

/** A question may be a download. */
function countQuestion(solver: Solver): void {
  if (++solver.questions > packagingLimits.solverQuestions)
    throw giveUp(`after ${packagingLimits.solverQuestions} questions about versions`);
}

function giveUp(when: string): SkillError {
  return new SkillError("versions-conflict", {
    explanation: `no solution was found ${when}; use narrower ranges`,
  });
}

/** The versions of a package in a range, as a set; remembers the range for explanations. */
function setOf({ options }: Solver, node: Node, range: string): bigint {
  const known = node.sets.get(range);
  if (known !== undefined) return known;
  // The only state that there is may be a pre-release: whoever wants any version gets it.
  const isAny = node.isFixed === true && range === "*";
  const inside = new Set(isAny ? node.versions : versionsIn(range, node.versions, options));
  const set = toSet(node.versions, (version) => inside.has(version));
  node.sets.set(range, set);
  if (!node.ranges.has(set)) node.ranges.set(set, range);
  return set;
}

/** A term that always holds says nothing. */
function withoutEverything(terms: readonly (readonly [Node, bigint])[]): ReadonlyMap<Node, bigint> {
  return new Map(terms.filter(([node, set]) => set !== node.all));
}

/** Draws every conclusion from what changed. The answer is the final conflict, if there is one. */
function propagate(solver: Solver, changed: readonly Node[]): Rule | undefined {
  let queue = [...changed];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    for (const held of rulesToCheck(node)) {
      const { rule } = held;
      solver.work++;
      const open = findOpenTerm(rule);
      if (open === "settled") {
        held.isDone = isDone(rule);
        continue;
      }
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
function findOpenTerm({ terms }: Rule): OpenTerm | "violated" | "settled" {
  let open: OpenTerm | undefined;
  for (const [node, set] of terms) {
    if ((node.state & set) === node.state) continue;
    if ((node.state & set) === 0n || open !== undefined) return "settled";
    open = { node, set: node.all ^ set };
  }
  return open ?? "violated";
}

function assign(solver: Solver, { node, set }: OpenTerm, cause?: Rule): void {
  const { trail, level } = solver;
  const step = { node, set, before: node.state, after: node.state & set, level };
  node.history.push(trail.length);
  node.state = step.after;
  if (level === 0) node.lasting = step.after;
  trail.push(cause === undefined ? step : { ...step, cause });
  if ((step.after & 1n) === 0n && !node.decided) solver.open.add(node);
}

/** Follows a conflict to the decision that caused it and takes that back; the learned rule then excludes it. */
function resolveConflict(solver: Solver, rule: Rule): Rule {
  if (++solver.conflicts > packagingLimits.solverConflicts)
    throw giveUp(`in ${packagingLimits.solverConflicts} attempts`);
  let current = rule;
  while (current.terms.size > 0) {
    const { step, level } = findCause(solver, current);
    if (step.cause === undefined || level < step.level) {
      takeBack(solver, level);
      const held = { rule: current, isDone: false };
      if (current !== rule) for (const one of current.terms.keys()) addRule(one, held);
      return current;
    }
    current = combine(current, step.cause, step.node);
  }
  return current;
}

/** The assignment that completed a conflict, and the level at which everything else of it held. */
function findCause({ trail }: Solver, { terms }: Rule): { step: Assignment; level: number } {
  let last = -1;
  let level = 0;
  const levelAt = (index: number) => trail[index]?.level ?? 0;
  for (const [{ history }, set] of terms) {
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
  const { trail, open } = solver;
  solver.isBack = true;
  for (let last = trail.at(-1); last !== undefined && last.level > level; last = trail.at(-1)) {
    const { node, before, cause } = last;
    node.state = before;
    node.history.pop();
    if (cause === undefined) node.decided = false;
    if ((before & 1n) === 1n) open.delete(node);
    else if (!node.decided) open.add(node);
    trail.pop();
  }
  solver.level = level;
}

/** Decides the needed package with the fewest versions left, one that the user asks for first; none if all are decided. */
async function decideNext(solver: Solver): Promise<readonly Node[]> {
  let best: Node | undefined;
  // Beyond this, which package has the fewest versions makes no difference.
  let fewest = 64;
  const asked = [...solver.open].filter(({ isAsked }) => isAsked);
  for (const node of asked.length > 0 ? asked : solver.open) {
    solver.work++;
    const count = countBits(node.state, fewest + 1);
    const isBetter = count < fewest || (count === fewest && node.position < (best?.position ?? 0));
    if (best === undefined || isBetter) [best, fewest] = [node, Math.min(count, fewest)];
    if (fewest === 1) break;
  }
  if (best === undefined) return [];
  const bit = preferredBit(best);
  if (!best.read.has(bit)) await readDependencies(solver, best, bit);
  const refused = findRefusal(solver, best, bit);
  const others = best.all ^ (refused?.terms.get(best) ?? 0n);
  if (refused !== undefined && (best.state & others) !== 0n) {
    assign(solver, { node: best, set: others }, refused);
    return [best];
  }
  if (refused === undefined) {
    if (solver.isBack) solver.attempts++;
    solver.isBack = false;
  }
  solver.level++;
  best.decided = true;
  solver.open.delete(best);
  assign(solver, { node: best, set: bit });
  return [best];
}

/** What a version says that contradicts what is known already: then it is not tried, and no decision has to be taken back for it. */
function findRefusal(solver: Solver, node: Node, bit: bigint): Rule | undefined {
  for (const { rule } of node.byVersion.get(bit) ?? []) {
    solver.work++;
    const isKnown = ([one, set]: readonly [Node, bigint]) =>
      one === node ? (set & bit) !== 0n : isInside(one.state, set);
    if ([...rule.terms].every(isKnown)) return rule;
  }
  return undefined;
}

function countBits(set: bigint, max: number): number {
  let count = 0;
  for (let rest = set; rest !== 0n && count < max; rest &= rest - 1n) count++;
  return count;
}

async function readDependencies(solver: Solver, node: Node, bit: bigint): Promise<void> {
  node.read.add(bit);
  countQuestion(solver);
  const dependencies = await solver.provider.dependencies(node.key, versionAt(node, bit));
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
  const key = JSON.stringify([target.key, range, relation]);
  const old = node.sentences.get(key);
  const cause = old?.rule.cause;
  const versions = cause?.kind === "dependency" ? cause.versions | bit : bit;
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
  const rule: Rule = {
    terms,
    cause: { kind: "dependency", of: node, versions, target, range, relation },
  };
  const held = old === undefined || old.isDone ? { rule, isDone: false } : old;
  held.rule = rule;
  addForVersion(node, bit, held);
  if (held === old) return;
  node.sentences.set(key, held);
  if (target !== node && terms.has(target)) target.rules.push(held);
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
