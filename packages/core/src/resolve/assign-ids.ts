import type { Candidate, Contest } from "./contest.ts";
import { labelsOf } from "./skill-names.ts";
import { readVersionRequest } from "./version-request.ts";

/**
 * A unique id for each candidate, by its index. A winner's id is its key: `pdf`, `acme:pdf`. A loser's id is the key
 * plus the shortest label of its location that no other skill with this key shares: `pdf@personal`, or
 * `pdf@personal/codex` when another client's personal folder has one too. A label does not depend on who won.
 *
 * Since parsing is lenient, a skill may be named `acme:pdf` or `pdf@personal` and imitate an id. So a winner whose key
 * is taken, or reads as a request for a version (`pdf@1.2`), gets a label too, and a taken label gets `~2`. Packages choose before plain names, which may not claim a
 * colon; skills that give up their name choose last, after the bare names of packages.
 */
export function assignIds(contests: readonly Contest[], bareNames: Iterable<string>): readonly string[] {
  const ids: string[] = [];
  const taken = new Map<string, number>();
  const chooseKey = ({ index, key, skill }: Candidate): void => {
    const isUsable = !taken.has(key) && readVersionRequest(key) === undefined;
    ids[index] = claim(taken, isUsable ? key : `${key}@${labelsOf(skill)[0]}`);
  };
  const chooseLabel = ({ candidate, id }: Labelled): void => {
    ids[candidate.index] = claim(taken, id);
  };
  const winners = contests.map(({ winner }) => winner);
  const losers = contests.flatMap(labelLosers);
  winners
    .filter(({ isStanding, skill }) => isStanding && skill.root.package !== undefined)
    .forEach(chooseKey);
  winners
    .filter(({ isStanding, skill }) => isStanding && skill.root.package === undefined)
    .forEach(chooseKey);
  losers.filter(({ candidate }) => candidate.isStanding).forEach(chooseLabel);
  for (const name of bareNames) taken.set(name, taken.get(name) ?? 1);
  winners.filter(({ isStanding }) => !isStanding).forEach(chooseKey);
  losers.filter(({ candidate }) => !candidate.isStanding).forEach(chooseLabel);
  return ids;
}

type Labelled = { readonly candidate: Candidate; readonly id: string };

function labelLosers({ winner, losers }: Contest): readonly Labelled[] {
  if (losers.length === 0) return noLabels;
  const counts = new Map<string, number>();
  const count = (label: string): unknown => counts.set(label, (counts.get(label) ?? 0) + 1);
  labelsOf(winner.skill).forEach(count);
  const labels = losers.map(({ skill }) => labelsOf(skill));
  for (const own of labels) own.forEach(count);
  return losers.map((candidate, place) => {
    const label = labels[place]?.find((one) => counts.get(one) === 1) ?? candidate.skill.directory;
    return { candidate, id: `${candidate.key}@${label}` };
  });
}

const noLabels: readonly Labelled[] = [];

/** `taken` counts requests per id, so that a thousand equal requests take a thousand steps. */
function claim(taken: Map<string, number>, wanted: string): string {
  let count = taken.get(wanted);
  if (count === undefined) {
    taken.set(wanted, 1);
    return wanted;
  }
  let id = `${wanted}~${++count}`;
  while (taken.has(id)) id = `${wanted}~${++count}`;
  taken.set(wanted, count);
  taken.set(id, 1);
  return id;
}
