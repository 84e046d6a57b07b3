/**
 * Which skills are in force, as plain data: sessions and the guard of other agents share these rules. Every function
 * takes the active skills, outermost first, and returns what becomes of them. The table of rules is in
 * docs/decisions/0011-the-guard.md.
 */

/** How long a skill stays active: for the turn, until it is left, or for the whole session. */
export type Lifetime = "turn" | "until-deactivated" | "session";

/** A skill in force, as far as its lifetime goes. */
export type Activation = {
  /** Unique per load. */
  readonly activation: string;
  /** Which skill it is: copies and edited versions of a skill share it. */
  readonly family: string;
  /** What it restricts: activations of a family with equal texts restrict equally. */
  readonly restriction: string;
  /** What the model got of it: its content and arguments. */
  readonly instructions: string;
  readonly lifetime: Lifetime;
  /** Who may leave it early: a model too, or only the user until the turn ends. */
  readonly leaver: Leaver;
  /** More than one load relies on it, so that none of them can take it back. */
  readonly shared?: boolean;
};

export type Leaver = "model" | "user";

export type LeavingReason =
  | "asked"
  | "turn-ended"
  | "session-closed"
  | "activated-again"
  | "not-loaded"
  | "revoked";

/** The skills in force after an event, those that it started, and those that it ended, innermost first. */
export type Change<A> = {
  readonly active: readonly A[];
  readonly began: readonly A[];
  readonly left: readonly A[];
};

/**
 * Loads a skill. If one with the same restriction is in force, it keeps its place and the longer lifetime; other
 * instructions take over. If the skill was edited so that it restricts differently, the new version comes on top of the
 * old one: a model that can edit a skill must not be able to lift its list.
 */
export function begin<A extends Activation>(active: readonly A[], loaded: A): Change<A> {
  const at = active.findIndex((one) => isSame(one, loaded, ["family", "restriction"]));
  const old = active[at];
  if (old === undefined) return { active: [...active, loaded], began: [loaded], left: [] };
  const isReplaced = old.instructions !== loaded.instructions;
  const renewed: A = {
    ...(isReplaced ? loaded : old),
    lifetime: longer(old.lifetime, loaded.lifetime),
    leaver: old.leaver === "user" ? "user" : loaded.leaver,
    shared: true,
  };
  const changed = active.with(at, renewed);
  return isReplaced
    ? { active: changed, began: [renewed], left: [old] }
    : { active: changed, began: [], left: [] };
}

/** The activation of a skill with the same restriction and instructions. */
export function findLoaded<A extends Activation>(
  active: readonly A[],
  wanted: Pick<Activation, "family" | "restriction" | "instructions">,
): A | undefined {
  return active.find((one) => isSame(one, wanted, ["family", "restriction", "instructions"]));
}

function isSame<Key extends keyof Activation>(
  one: Pick<Activation, Key>,
  other: Pick<Activation, Key>,
  keys: readonly Key[],
): boolean {
  return keys.every((key) => one[key] === other[key]);
}

const lifetimes: readonly Lifetime[] = ["turn", "until-deactivated", "session"];

function longer(one: Lifetime, other: Lifetime): Lifetime {
  return lifetimes.indexOf(one) > lifetimes.indexOf(other) ? one : other;
}

/** Whether someone may leave a skill before its time. */
export function mayLeave({ lifetime, leaver }: Activation, by: Leaver): boolean {
  return lifetime !== "session" && (by === "user" || leaver === "model");
}

export type Leaving<A> = {
  readonly by: Leaver;
  /** Which skill is meant; the innermost that may be left if absent. */
  readonly isNamed?: ((one: A) => boolean) | undefined;
};

/** Leaves a skill with all its copies and versions, and everything inside it; what must stay active stays. */
export function leave<A extends Activation>(active: readonly A[], { by, isNamed }: Leaving<A>): Change<A> {
  const leavable = active.filter((one) => mayLeave(one, by));
  let at = isNamed === undefined ? leavable.length - 1 : leavable.findIndex(isNamed);
  while (at > 0 && leavable[at - 1]?.family === leavable[at]?.family) at--;
  return without(active, at === -1 ? [] : leavable.slice(at));
}

/**
 * Ends the turn: skills for one turn end, and what was loaded inside them, unless it lasts for the session. What the
 * user started and that stays may be left from now on.
 */
export function endTurn<A extends Activation>(active: readonly A[]): Change<A> {
  const first = active.findIndex(({ lifetime }) => lifetime === "turn");
  const inside = first === -1 ? [] : active.slice(first);
  const change = without(
    active,
    inside.filter(({ lifetime }) => lifetime !== "session"),
  );
  return { ...change, active: change.active.map(toLeavable) };
}

function toLeavable<A extends Activation>(one: A): A {
  return one.lifetime === "until-deactivated" ? { ...one, leaver: "model" } : one;
}

/** Takes back a load that failed: the model never got the instructions. No other load loses its restriction. */
export function retract<A extends Activation>(active: readonly A[], activation: string): Change<A> {
  const failed = active.filter(
    (one) => one.activation === activation && one.shared !== true && one.lifetime !== "session",
  );
  return without(active, failed);
}

function without<A>(active: readonly A[], ended: readonly A[]): Change<A> {
  return { active: active.filter((one) => !ended.includes(one)), began: [], left: ended.toReversed() };
}

/** Whether every active skill restricts, or only the innermost. */
export type Nesting = "intersection" | "top";

/** The skills whose restrictions apply. What the model may not leave, it cannot cover with another skill either. */
export function restricting<A extends Activation>(active: readonly A[], nesting: Nesting): readonly A[] {
  if (nesting === "intersection") return active;
  const innermost = active.at(-1)?.family;
  const from = active.findLastIndex(({ family }) => family !== innermost) + 1;
  return active.filter((one, index) => index >= from || !mayLeave(one, "model"));
}
