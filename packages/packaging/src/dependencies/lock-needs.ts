import type { Lock, LockedSkill } from "../lock/lock.ts";

export type LockClosure = {
  /** The skills themselves and what they need, directly or not. */
  readonly skills: readonly LockedSkill[];
  /** What they need and the lock does not have, by name, with the first skill that needs it. */
  readonly missing: ReadonlyMap<string, string>;
};

/** Some locked skills with everything that the lock says they need. */
export function closeLock({ skills }: Lock, names: readonly string[]): LockClosure {
  const known = new Map(skills.map((skill) => [skill.name, skill]));
  const found = new Map<string, LockedSkill>();
  const missing = new Map<string, string>();
  const start = names.flatMap((name) => known.get(name) ?? []);
  const open = [...start];
  for (let skill = open.pop(); skill !== undefined; skill = open.pop()) {
    if (found.has(skill.name)) continue;
    found.set(skill.name, skill);
    for (const name of Object.keys(skill.dependencies ?? {})) {
      const needed = known.get(name);
      if (needed !== undefined) open.push(needed);
      else if (!missing.has(name)) missing.set(name, skill.name);
    }
  }
  return { skills: skills.filter(({ name }) => found.has(name)), missing };
}

/** The locked skills that need each skill directly, by its name. */
export function dependentsIn({ skills }: Lock): ReadonlyMap<string, readonly string[]> {
  const dependents = new Map<string, string[]>();
  for (const { name, dependencies = {} } of skills)
    for (const needed of Object.keys(dependencies)) {
      const list = dependents.get(needed);
      if (list === undefined) dependents.set(needed, [name]);
      else list.push(name);
    }
  return dependents;
}

/** Skills that are there only because others need them: needed, and not wanted themselves. */
export function neededOnly(lock: Lock, wanted: ReadonlySet<string>): ReadonlySet<string> {
  const needed = dependentsIn(lock);
  return new Set(lock.skills.flatMap(({ name }) => (needed.has(name) && !wanted.has(name) ? [name] : [])));
}

export type Removal = {
  /** Skills that stay and need one that shall go: the needed one first. */
  readonly blocked: readonly { readonly name: string; readonly by: readonly string[] }[];
  /** Skills that only the removed ones needed, and that are not wanted themselves. */
  readonly unneeded: readonly string[];
};

/** What the removal of locked skills means for the others. */
export function planRemovals(lock: Lock, removed: readonly string[], wanted: ReadonlySet<string>): Removal {
  const gone = new Set(removed);
  const dependents = dependentsIn(lock);
  const blocked = removed.flatMap((name) => {
    const by = (dependents.get(name) ?? []).filter((one) => !gone.has(one));
    return by.length === 0 ? [] : [{ name, by }];
  });
  const optional = neededOnly(lock, wanted);
  const candidates = new Set(closeLock(lock, removed).skills.map(({ name }) => name));
  const staying = lock.skills.flatMap(({ name }) =>
    gone.has(name) || (optional.has(name) && candidates.has(name)) ? [] : [name],
  );
  const kept = new Set(closeLock(lock, staying).skills.map(({ name }) => name));
  return { blocked, unneeded: [...candidates].filter((name) => !gone.has(name) && !kept.has(name)) };
}
