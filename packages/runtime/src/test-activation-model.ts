import type { Lifetime, Nesting } from "./activations.ts";

/**
 * The rules of docs/decisions/0011-the-guard.md once more, as plainly as possible, for tests: a list of loads that is
 * edited in place.
 */
export type ModelLoad = {
  readonly skill: string;
  /** Which list it enforces. */
  readonly list: number;
  lifetime: Lifetime;
  /** Who can end it early. */
  keeper: "model" | "user";
};

export type Model = {
  loads: ModelLoad[];
  readonly inherited: ReadonlySet<number>;
  readonly nesting: Nesting;
};

export function createModel(nesting: Nesting = "intersection", inherited: readonly number[] = []): Model {
  return { loads: [], inherited: new Set(inherited), nesting };
}

const ranks = { turn: 0, "until-deactivated": 1, session: 2 };

export function load(model: Model, wanted: ModelLoad): void {
  for (const old of model.loads) {
    if (old.skill !== wanted.skill || old.list !== wanted.list) continue;
    if (ranks[wanted.lifetime] > ranks[old.lifetime]) old.lifetime = wanted.lifetime;
    if (wanted.keeper === "user") old.keeper = "user";
    return;
  }
  model.loads.push({ ...wanted });
}

function isFree({ lifetime, keeper }: ModelLoad, by: "model" | "user"): boolean {
  if (lifetime === "session") return false;
  return by === "user" || keeper === "model";
}

export function leave(model: Model, skill: string | undefined, by: "model" | "user" = "model"): void {
  const free = model.loads.filter((one) => isFree(one, by));
  const last = free.length - 1;
  let from = skill === undefined ? last : free.findIndex((one) => one.skill === skill);
  if (from === -1) return;
  while (from > 0 && free[from - 1]?.skill === free[from]?.skill) from -= 1;
  const ended = free.slice(from);
  model.loads = model.loads.filter((one) => !ended.includes(one));
}

export function endTurn(model: Model): void {
  let isInside = false;
  const kept: ModelLoad[] = [];
  for (const one of model.loads) {
    if (one.lifetime === "turn") isInside = true;
    if (isInside && one.lifetime !== "session") continue;
    kept.push(one);
  }
  for (const one of kept) if (one.lifetime === "until-deactivated") one.keeper = "model";
  model.loads = kept;
}

/** The lists that must be enforced. */
export function enforced({ loads, inherited, nesting }: Model): readonly number[] {
  const innermost = loads.at(-1)?.skill;
  let isTail = true;
  const lists = new Set(inherited);
  for (const one of loads.toReversed()) {
    if (one.skill !== innermost) isTail = false;
    if (nesting === "intersection" || isTail || !isFree(one, "model")) lists.add(one.list);
  }
  return [...lists].sort((a, b) => a - b);
}
