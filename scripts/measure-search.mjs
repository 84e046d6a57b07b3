import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import {
  createAnalyzer,
  createSearchIndex,
  rankSkills,
  searchDefaults,
  toSearchDocument,
} from "@skillwright/core/catalog";
import { parseSkill } from "@skillwright/core/parse";

/**
 * Scores search on a retrieval set: `node --conditions=@skillwright/source scripts/measure-search.mjs FOLDER`. The folder
 * holds `skills.jsonl` or `skills.jsonl.gz` (path, name, description, text), `queries.jsonl` (id, query, expected or
 * not_expected) and, if some skills are the same, `same-skill.json` (groups of paths).
 */
const folder = process.argv[2];
if (folder === undefined) {
  console.error("usage: measure-search.mjs FOLDER");
  process.exitCode = 2;
} else measure(folder);

function measure(root) {
  const skills = readLines(root, "skills.jsonl");
  const queries = readLines(root, "queries.jsonl");
  const same = readGroups(root);
  const started = performance.now();
  const analyse = createAnalyzer();
  const index = createSearchIndex(skills.map((skill) => analyse(toDocument(skill))));
  const indexed = performance.now();
  const times = [];
  const ranks = queries.map((query) => {
    const before = performance.now();
    const results = rankSkills(index, query.query, { limit: 10 });
    times.push(performance.now() - before);
    const path = query.expected ?? query.not_expected;
    const right = [path, ...(same.get(path) ?? [])];
    const rank = results.findIndex(({ ordinal }) => right.includes(skills[ordinal].path)) + 1;
    return { query, rank, score: results[0]?.score ?? 0 };
  });
  print(ranks);
  times.sort((a, b) => a - b);
  console.log(`indexing ${((indexed - started) / skills.length).toFixed(3)} ms a skill`);
  console.log(`search median ${at(times, 0.5)} ms, 95th percentile ${at(times, 0.95)} ms`);
}

function toDocument({ name, description, text }) {
  const document = toSearchDocument(parseSkill(text));
  return { ...document, name: name ?? document.name, description: description ?? document.description };
}

function print(ranks) {
  const wanted = ranks.filter(({ query }) => query.expected);
  const repositories = Object.values(Object.groupBy(wanted, ({ query }) => query.expected.split("/")[0]));
  const hit = (set, most) => (100 * set.filter(({ rank }) => rank > 0 && rank <= most).length) / set.length;
  const mean = (most) => repositories.reduce((sum, set) => sum + hit(set, most), 0) / repositories.length;
  for (const most of [1, 3, 5, 10])
    console.log(
      `Hit@${most} ${hit(wanted, most).toFixed(1)}, mean over repositories ${mean(most).toFixed(1)}`,
    );
  const reciprocal = wanted.reduce((sum, { rank }) => sum + (rank > 0 ? 1 / rank : 0), 0) / wanted.length;
  console.log(`MRR@10 ${reciprocal.toFixed(3)}`);
  const near = ranks.filter(({ query }) => query.not_expected);
  if (near.length > 0) console.log(`near misses first ${hit(near, 1).toFixed(1)}`);
  const kept = wanted.filter(({ rank, score }) => rank === 1 && score >= searchDefaults.threshold).length;
  console.log(`first and above the threshold ${((100 * kept) / wanted.length).toFixed(1)}`);
}

function readGroups(root) {
  const file = join(root, "same-skill.json");
  const same = new Map();
  for (const group of existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [])
    for (const path of group) same.set(path, [...(same.get(path) ?? []), ...group]);
  return same;
}

function readLines(root, name) {
  const file = join(root, name);
  const text = existsSync(file) ? readFileSync(file) : gunzipSync(readFileSync(`${file}.gz`));
  return text
    .toString("utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function at(sorted, share) {
  return sorted[Math.floor(sorted.length * share)]?.toFixed(1);
}
