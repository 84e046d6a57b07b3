import { SkillError } from "@skillwright/core";
import { expandWants, getWanted, type SkillWant, type WantedSkill } from "@skillwright/packaging";
import { type Invocation, UsageError } from "../../command.ts";
import type { Io } from "../../io.ts";
import type { Packages } from "../../packages/open-packages.ts";

/** What is to be installed, and what `skillwright.json` will say. */
export type Gathered = {
  readonly wanted: readonly WantedSkill[];
  readonly wantsText: string | undefined;
  readonly notes: readonly string[];
};

/** What `skillwright.json` wants, in the state that the lock has; without wants, everything that is locked. */
export async function addWanted(packages: Packages, invocation: Invocation, io: Io): Promise<Gathered> {
  for (const flag of ["skill", "as"])
    if (invocation.options(flag).length > 0) throw new UsageError(`--${flag} requires a SOURCE.`);
  const { setting, ports, wantsBytes } = packages;
  const wants = listWants(packages);
  if (wants.length === 0)
    throw new UsageError("nothing to install: name a SOURCE, or list skills in skillwright.json.");
  const { home } = io.place;
  const frozen = invocation.flag("frozen");
  const { wanted, skipped } = await getWanted(wants, { ...setting, home, cache: ports.cache, frozen });
  return {
    wanted,
    wantsText: wantsBytes && new TextDecoder().decode(wantsBytes),
    notes: skipped.map((name) => `${name} is optional and cannot be fetched; it was left out.`),
  };
}

function listWants({ wants, setting, place }: Packages): readonly SkillWant[] {
  if (wants === undefined)
    return setting.lock.skills.map(({ name, source, skill }) => ({
      ...{ name, source },
      ...(skill !== undefined && { skill }),
    }));
  const { skills, toLoad, missing } = expandWants(wants);
  const [unknown] = [...toLoad, ...missing];
  if (unknown === undefined) return skills;
  throw new SkillError("config-invalid", {
    path: place.wantsPath,
    reason: toLoad.includes(unknown)
      ? `it includes ${unknown}, and \`add\` does not read the wants of other sources yet.`
      : `it includes the set ${unknown}, which it does not have.`,
  });
}
