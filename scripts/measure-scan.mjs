import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { loadSkill } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { createScanner } from "@skillwright/core/scan";

/**
 * Scans every skill below folders and counts verdicts: `node --conditions=@skillwright/source scripts/measure-scan.mjs FOLDER…
 * [--list VERDICT] [--class CLASS] [--half dev|held] [--rule RULE]`. A `labels.tsv` in a folder (source, label, class, path)
 * groups its skills; without one, all are one group. `--list block` also prints the skills with that verdict and why,
 * `--class` limits it to groups with that word, `--half dev` to the odd lines of `labels.tsv`, on which rules are developed,
 * and `--half held` to the even ones, which only measure. `--rule` prints every finding of one rule instead.
 */
const args = process.argv.slice(2);
const option = (name) => {
  const at = args.indexOf(name);
  return at === -1 ? undefined : args.splice(at, 2)[1];
};
const listed = option("--list");
const wantedClass = option("--class");
const half = option("--half");
const wantedRule = option("--rule");
const fs = createNodeFileSystem();
const scan = createScanner();
const groups = new Map();
const times = [];
let loading = 0;
const slowest = { ms: 0, path: "" };

for (const folder of args) {
  for (const { group, directory } of samples(folder)) {
    if (wantedClass !== undefined && !group.includes(wantedClass)) continue;
    const started = performance.now();
    const skill = loadSkill(fs, directory);
    const loaded = performance.now();
    const result = scan(skill);
    const ms = performance.now() - loaded;
    times.push(ms);
    loading += loaded - started;
    if (ms > slowest.ms) Object.assign(slowest, { ms, path: directory });
    const counts = groups.get(group) ?? { skills: 0, block: 0, review: 0, partial: 0, pass: 0 };
    counts.skills++;
    counts[result.verdict]++;
    groups.set(group, counts);
    const reasons = listed === result.verdict ? result.reasons : [];
    const shown = wantedRule ? result.findings.filter(({ rule }) => rule === wantedRule) : reasons;
    if (shown.length > 0 || (!wantedRule && listed === result.verdict))
      console.log(`${result.verdict} ${group} ${relative(folder, directory)}`);
    for (const { rule, level, message, file, range, args: values } of shown)
      console.log(
        `    ${level} ${rule}/${message} ${relative(directory, file)}:${range.start.line} ${JSON.stringify(values)}`,
      );
  }
}

const share = (part, whole) => (part / whole).toFixed(3).padStart(7);
console.log(`${"group".padEnd(60)} skills   block  review partial    pass   block or review`);
for (const [group, { skills, ...counts }] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const row = Object.values(counts).map((count) => share(count, skills));
  console.log(
    `${group.padEnd(60)} ${String(skills).padStart(6)} ${row.join(" ")} ${share(counts.block + counts.review, skills).padStart(14)}`,
  );
}
times.sort((a, b) => a - b);
const at = (part) => times[Math.floor(times.length * part)]?.toFixed(1);
console.log(
  `ms a skill: median ${at(0.5)}, p95 ${at(0.95)}, slowest ${slowest.ms.toFixed(0)} (${slowest.path}); loading ${loading.toFixed(0)} ms, scanning ${times.reduce((sum, ms) => sum + ms, 0).toFixed(0)} ms`,
);

function samples(folder) {
  const labels = join(folder, "labels.tsv");
  if (!existsSync(labels)) {
    return directoriesWithSkills(folder).map((directory) => ({ group: relative("/", folder), directory }));
  }
  return readFileSync(labels, "utf8")
    .trim()
    .split("\n")
    .filter((_, index) => index > 0 && (half === undefined || (index % 2 === 0) === (half === "dev")))
    .map((line) => line.split("\t"))
    .map(([source, label, kind, path]) => ({
      group: `${label} ${source} ${kind}`,
      directory: join(folder, path),
    }));
}

function directoriesWithSkills(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  const isSkill = entries.some(({ name }) => name.toLowerCase() === "skill.md");
  const inner = entries
    .filter((entry) => entry.isDirectory() && entry.name !== ".git")
    .flatMap(({ name }) => directoriesWithSkills(join(folder, name)));
  return isSkill ? [folder, ...inner] : inner;
}
