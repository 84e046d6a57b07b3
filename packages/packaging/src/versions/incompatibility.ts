/**
 * What the solver knows of one package. A set of its versions is a number with a bit for each: bit 0 means "not installed", bit 1 the oldest
 * version. "Not 2.0.0" is then the set of all others with bit 0, and all reasoning is about sets.
 */
export type Package = {
  readonly name: string;
  /** The oldest first. */
  readonly versions: readonly string[];
  readonly exists: boolean;
  /** There is only one to choose from, and its number does not matter. */
  readonly isFixed?: true;
  /** Why it cannot be had. */
  readonly fault?: string;
  /** The fault is a refusal. */
  readonly isRefused?: true;
  /** Every bit. */
  readonly all: bigint;
  /** Ranges as they were written, by the sets they stand for. */
  readonly ranges: Map<bigint, string>;
};

/** Packages that cannot all be in these sets at once. With no package left, nothing can be installed. */
export type Incompatibility<One extends Package = Package> = {
  readonly terms: ReadonlyMap<One, bigint>;
  readonly cause: Cause<One>;
};

type Cause<One extends Package> =
  | { readonly kind: "wanted"; readonly target: Package; readonly range: string }
  | {
      readonly kind: "dependency";
      readonly of: Package;
      /** The versions of it that say so. */
      readonly versions: bigint;
      readonly target: Package;
      readonly range: string;
      readonly relation: Relation;
    }
  | {
      readonly kind: "derived";
      readonly left: Incompatibility<One>;
      readonly right: Incompatibility<One>;
    };

/** Needs it; works only with these versions if it is there; cannot be installed beside these versions. */
export type Relation = "needs" | "allows" | "excludes";

/** The first package whose refusal is among the causes. */
export function findRefused(conflict: Incompatibility): Package | undefined {
  const seen = new Set([conflict]);
  for (const { cause } of seen) {
    if (cause.kind === "derived") seen.add(cause.left).add(cause.right);
    else if (cause.target.isRefused) return cause.target;
  }
  return undefined;
}

/** What follows from two incompatibilities, whatever version of one package is chosen. */
export function combine<One extends Package>(
  left: Incompatibility<One>,
  right: Incompatibility<One>,
  pivot: One,
): Incompatibility<One> {
  const terms = new Map(left.terms);
  for (const [one, set] of right.terms) {
    const other = terms.get(one);
    if (one !== pivot) terms.set(one, other === undefined ? set : other & set);
  }
  const union = (left.terms.get(pivot) ?? 0n) | (right.terms.get(pivot) ?? 0n);
  if (union === pivot.all) terms.delete(pivot);
  else terms.set(pivot, union);
  return { terms, cause: { kind: "derived", left, right } };
}
