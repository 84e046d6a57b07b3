import type { Incompatibility, Package } from "./incompatibility.ts";
import { sortVersions } from "./range.ts";

/** What a provider knows of a package. */
export type KnownVersions = {
  readonly versions: readonly string[];
  /** What explanations call it; its name if absent. */
  readonly label?: string;
  /** The version to try first, unless the lowest is asked for. */
  readonly first?: string;
  /** There is only this one to choose from, so that explanations do not speak of versions. */
  readonly isFixed?: true;
  /** The user asks for it: it is decided before what only has to fit. */
  readonly isAsked?: true;
  /** Why it cannot be had; there are no versions then. */
  readonly fault?: string;
  /** The fault is a refusal: it is there, and may not be used. */
  readonly isRefused?: true;
};

export type Rule = Incompatibility<Node>;

/** A rule about several versions grows as they are read. One that is done can never be violated any more. */
export type Held = { rule: Rule; isDone: boolean };

/** A package with what the solver decided so far. */
export type Node = Package & {
  /** What it was asked for by; `name` is for explanations. */
  readonly key: string;
  /** The order in which packages were met decides between equals. */
  readonly position: number;
  /** The versions that are still possible. */
  state: bigint;
  /** Those that are possible whatever is decided. */
  lasting: bigint;
  /** Positions on the trail, the earliest first. */
  readonly history: number[];
  /** Rules that are looked at whenever it changes. */
  readonly rules: Held[];
  /** Rules about some of its versions, by each of these: they matter only once no other version is left. */
  readonly byVersion: Map<bigint, Held[]>;
  /** What its versions say, so that equal sentences of several versions become one. */
  readonly sentences: Map<string, Held>;
  /** The sets that ranges stand for. */
  readonly sets: Map<string, bigint>;
  /** Its versions in groups, the preferred first. */
  readonly groups: readonly bigint[];
  readonly lowestFirst: boolean;
  readonly isAsked: boolean;
  readonly read: Set<bigint>;
  decided: boolean;
};

export type NodeOptions = {
  readonly position: number;
  readonly lowestFirst: boolean;
  /** The version in use now. */
  readonly locked?: string | undefined;
};

export function createNode(
  key: string,
  found: KnownVersions | undefined,
  { position, lowestFirst, locked }: NodeOptions,
): Node {
  const versions = sortVersions(found?.versions ?? []);
  const all = (1n << BigInt(versions.length + 1)) - 1n;
  const first = lowestFirst ? undefined : (found?.first ?? locked);
  return {
    ...{ key, name: found?.label ?? key, versions, all, position, lowestFirst },
    exists: found !== undefined && found.fault === undefined,
    isAsked: found?.isAsked === true,
    ...(found?.isFixed && { isFixed: true }),
    ...(found?.fault !== undefined && { fault: found.fault }),
    ...(found?.isRefused && { isRefused: true }),
    ...{ ranges: new Map(), sets: new Map(), rules: [], byVersion: new Map(), sentences: new Map() },
    ...{ state: all, lasting: all, history: [], read: new Set(), decided: false },
    groups: preferredGroups(versions, first),
  };
}

/** One version that is preferred to all, then releases, then pre-releases. */
function preferredGroups(versions: readonly string[], first: string | undefined): readonly bigint[] {
  const isStable = (version: string) => !version.replace(/\+.*/, "").includes("-");
  return [
    toSet(versions, (version) => version === first),
    toSet(versions, isStable),
    toSet(versions, (version) => !isStable(version)),
  ];
}

/** Some of a package's versions as a number. */
export function toSet(versions: readonly string[], isInside: (version: string) => boolean): bigint {
  // The binary digits of a number start with the highest, which is the newest version.
  const bits = versions.map((version) => (isInside(version) ? "1" : "0"));
  return BigInt(`0b${bits.reverse().join("")}0`);
}

/** The version to try next. */
export function preferredBit({ groups, state, lowestFirst }: Node): bigint {
  const open = groups.map((group) => group & state).find((set) => set !== 0n) ?? 0n;
  return lowestFirst ? lowestBit(open) : highestBit(open);
}

/** The rules that may follow from the present state, the newest first. One about versions that lacks any possible one does not. */
export function* rulesToCheck({ rules, byVersion, state, lowestFirst }: Node): Generator<Held> {
  // Of the possible versions, the one that is tried last stays longest, so that it has the fewest rules.
  const last = lowestFirst ? highestBit(state) : lowestBit(state);
  for (const list of [byVersion.get(last) ?? [], rules]) {
    let left = 0;
    for (const held of list) if (!held.isDone) list[left++] = held;
    list.length = left;
    yield* list.toReversed();
  }
}

/** Whether a term of a rule can never hold again. */
export function isDone({ terms }: Rule): boolean {
  for (const [one, set] of terms) if ((one.lasting & set) === 0n) return true;
  return false;
}

/** Adds a rule to those that are checked when a package changes. */
export function addRule(node: Node, held: Held): void {
  const bits = bitsOf(held.rule.terms.get(node) ?? 1n);
  if (bits === undefined) node.rules.push(held);
  else for (const bit of bits) addForVersion(node, bit, held);
}

/** The single versions of a set; undefined if it is about too many, or about not being installed. */
function bitsOf(set: bigint): readonly bigint[] | undefined {
  const bits: bigint[] = [];
  for (let rest = set; rest !== 0n && bits.length <= mostVersions; rest &= rest - 1n) bits.push(rest & -rest);
  return (set & 1n) === 1n || bits.length > mostVersions ? undefined : bits;
}

/** Rules about more versions would take more room than time. */
const mostVersions = 16;

export function addForVersion({ byVersion }: Node, bit: bigint, held: Held): void {
  const list = byVersion.get(bit);
  if (list === undefined) byVersion.set(bit, [held]);
  else list.push(held);
}

function lowestBit(set: bigint): bigint {
  return set & -set;
}

function highestBit(set: bigint): bigint {
  return set === 0n ? 0n : 1n << BigInt(bitLength(set) - 1);
}

function bitLength(set: bigint): number {
  const digits = set.toString(16);
  return digits.length * 4 - Math.clz32(Number.parseInt(digits.charAt(0), 16)) + 28;
}

/** The version that a set of one version stands for. */
export function versionAt({ versions }: Package, bit: bigint): string {
  return versions[bitLength(bit) - 2] ?? "";
}
