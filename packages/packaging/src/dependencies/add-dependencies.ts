import { SkillError } from "@skillwright/core";
import { getLocked, type RootSkill } from "../install/wanted-skills.ts";
import { parseSource } from "../sources/parse-source.ts";
import { closeLock } from "./lock-needs.ts";
import { type ResolvedDependencies, resolveDependencies } from "./resolve-dependencies.ts";
import type { DependencySetting } from "./skill-graph.ts";

/**
 * What skills need, beside the skills themselves. If nothing changes and the lock has everything, it is taken from the lock and no source
 * is asked.
 */
export async function addDependencies(
  roots: readonly RootSkill[],
  setting: DependencySetting,
): Promise<ResolvedDependencies> {
  const { prefer = "locked", lock, frozen } = setting;
  const names = roots.map(({ chosen }) => chosen.locked.name);
  const { skills, missing } = closeLock(lock, names);
  const [gap] = missing;
  if (frozen && gap !== undefined) {
    const [name, by] = gap;
    const reason = `${by} needs it and skillwright.lock does not have it; --frozen installs only what the lock says`;
    throw new SkillError("install-refused", { name, reason });
  }
  const isOmitted = skills.some(({ dependencies = {} }) =>
    Object.keys(dependencies).some((name) => setting.omitted?.has(name)),
  );
  const isRestored =
    prefer === "locked" && roots.every(({ isLocked }) => isLocked) && gap === undefined && !isOmitted;
  if ((!isRestored || setting.renew !== undefined) && !frozen) return resolveDependencies(roots, setting);
  const own = new Set(names);
  const wanted = roots.map(({ chosen }) => chosen);
  for (const locked of skills) {
    if (own.has(locked.name)) continue;
    const spec = parseSource(locked.source, { cwd: setting.root, home: setting.home });
    const { name, skill = name } = locked;
    wanted.push(await getLocked(locked, spec.kind === "site" ? { ...spec, skill } : spec, setting));
  }
  return { wanted, notes: [] };
}
