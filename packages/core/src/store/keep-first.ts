import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import type { SkillMetadata, StoreListing } from "./skill-store.ts";

/** A skill and where it is, for people to find it. */
export type Candidate = { readonly skill: SkillMetadata; readonly place: string };

/** Each name once, sorted: the first skill that has it wins, and a finding tells of every other. */
export function keepFirst(candidates: readonly Candidate[]): StoreListing {
  const winners = new Map<string, Candidate>();
  const findings: DiscoveryFinding[] = [];
  for (const candidate of candidates) {
    const winner = winners.get(candidate.skill.name);
    if (winner) findings.push(describeLoss(candidate, winner));
    else winners.set(candidate.skill.name, candidate);
  }
  const skills = Array.from(winners.values(), ({ skill }) => skill);
  return { skills: skills.sort((a, b) => (a.name < b.name ? -1 : 1)), findings };
}

function describeLoss({ skill, place }: Candidate, winner: Candidate): DiscoveryFinding {
  const args = { name: skill.name, winner: winner.place, reason: "order" };
  return { code: "skill-shadowed", severity: "warning", path: place, args };
}
