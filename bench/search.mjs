import { createAnalyzer, createSearchIndex, rankSkills } from "@skillwright/core/catalog";
import { createRandom } from "./generate-skills.mjs";
import { heading, heldMegabytes, percentile95, row } from "./measure.mjs";

const bounds = { 1000: undefined, 10000: 10, 100000: 60 };

/** Ranking over documents in memory, with word frequencies like those of a language. */
export function measureSearch(count) {
  const random = createRandom(count);
  const before = heldMegabytes();
  const started = performance.now();
  const analyse = createAnalyzer();
  const index = createSearchIndex(Array.from({ length: count }, () => analyse(createDocument(random))));
  const built = performance.now() - started;
  const times = Array.from({ length: 200 }, () => timeOne(index, words(8 + random() * 12, random)));
  heading(`search over ${count.toLocaleString("en-US")} skills`);
  row("search, 95th percentile (ms)", percentile95(times), bounds[count]);
  row("analyzing and indexing a skill (µs)", (built * 1000) / count);
  row("memory of the search index, per 1,000 skills (MB)", ((heldMegabytes() - before) * 1000) / count);
  rankSkills(index, "keep it alive", { limit: 1 });
}

function timeOne(index, query) {
  const started = performance.now();
  rankSkills(index, query, { limit: 10 });
  return performance.now() - started;
}

function createDocument(random) {
  const lines = Array.from({ length: 110 }, () => words(10, random));
  return {
    name: words(2, random).replaceAll(" ", "-"),
    description: words(45, random),
    tags: [],
    body: lines.join("\n"),
  };
}

const vocabulary = 30_000;

/** Zipf's law: the word of rank n is about n times rarer than the first. */
function words(count, random) {
  return Array.from({ length: count }, () => spell(Math.floor(vocabulary ** random()))).join(" ");
}

function spell(number) {
  const syllables = [
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "ha",
    "je",
    "ki",
    "lo",
    "mu",
    "na",
    "pe",
    "ri",
    "so",
    "tu",
    "va",
  ];
  let word = "";
  for (let rest = number + 16; rest > 0; rest = Math.floor(rest / 16)) word += syllables[rest % 16];
  return word;
}
