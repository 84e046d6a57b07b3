import { chooseClients } from "@skillwright/core/discover";
import type { SkillWant, WantedSkill } from "@skillwright/packaging";

/**
 * Skills with the agents that their wants name. What they need goes to the same agents; if a skill without agents of its own needs it too,
 * to all.
 */
export function withAgents(
  wanted: readonly WantedSkill[],
  wants: readonly SkillWant[],
): readonly WantedSkill[] {
  const own = new Map(wants.flatMap(({ name, agents }) => (agents ? [[name, idsOf(agents)]] : [])));
  if (own.size === 0) return wanted;
  const asked = new Set(wants.map(({ name }) => name));
  const agents = new Map<string, ReadonlySet<string> | "all">();
  const byName = new Map(wanted.map((skill) => [skill.locked.name, skill]));
  const open = [...asked].map((name) => ({ name, ids: own.get(name) }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const skill = byName.get(next.name);
    const known = agents.get(next.name);
    const ids = own.get(next.name) ?? next.ids;
    const isKnown = known === "all" || (known !== undefined && ids?.every((id) => known.has(id)));
    if (skill === undefined || isKnown) continue;
    agents.set(next.name, ids === undefined ? "all" : new Set([...(known ?? []), ...ids]));
    for (const name of Object.keys(skill.locked.dependencies ?? {}))
      if (!asked.has(name)) open.push({ name, ids });
  }
  return wanted.map((skill) => {
    const ids = agents.get(skill.locked.name);
    return ids === undefined || ids === "all" ? skill : { ...skill, agents: [...ids] };
  });
}

function idsOf(agents: readonly string[]): readonly string[] {
  return chooseClients(agents).map(({ id }) => id);
}
