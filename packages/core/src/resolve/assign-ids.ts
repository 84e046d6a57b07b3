import type { Candidate, Contest } from "./contest.ts";
import { labelsOf } from "./skill-labels.ts";

/**
 * Ids, each for one skill, by the index of its candidate. A winner's is its key: `pdf`, `acme:pdf`. A loser's is the
 * key and the shortest label of its place that no other skill of this key shares: `pdf@personal`, or
 * `pdf@personal/codex` when another client's personal folder has one too. Who won does not change a label; only
 * another skill in the same place makes it longer.
 *
 * A lenient reader meets names such as `acme:pdf` or `pdf@personal`, which imitate ids. So a winner too takes a label
 * when its key is gone, and `~2` follows what is taken with its label. Packages choose before plain names, which have
 * no right to a colon; skills that may not hold a name here choose last, after the bare names of packages.
 */
export function assignIds(contests: readonly Contest[], bareNames: Iterable<string>): readonly string[] {
  const ids: string[] = [];
  const taken = new Map<string, number>();
  const chooseKey = ({ index, key, skill }: Candidate): void => {
    ids[index] = claim(taken, taken.has(key) ? `${key}@${labelsOf(skill)[0]}` : key);
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
  if (losers.length === 0) return nobody;
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

const nobody: readonly Labelled[] = [];

/** `taken` counts how often an id was wished for, so that a thousand equal wishes cost a thousand steps. */
function claim(taken: Map<string, number>, wish: string): string {
  let count = taken.get(wish);
  if (count === undefined) {
    taken.set(wish, 1);
    return wish;
  }
  let id = `${wish}~${++count}`;
  while (taken.has(id)) id = `${wish}~${++count}`;
  taken.set(wish, count);
  taken.set(id, 1);
  return id;
}
