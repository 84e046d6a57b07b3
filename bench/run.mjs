import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkSkills, findProfile, loadSkills } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import { generateSkills } from "./generate-skills.mjs";

/** Measures every budget of this stage as a ratio inside one run: machines differ and are noisy, ratios hold. */
const folder = fileURLToPath(new URL("../.bench", import.meta.url));
const bin = fileURLToPath(new URL("../packages/cli/bin/skillwright.mjs", import.meta.url));
const fs = createNodeFileSystem();
const rows = [];

const sizes = process.argv.includes("--large") ? [1000, 10_000, 100_000] : [1000, 10_000];
for (const count of sizes) measureCheck(count);
measureProcesses();
print();

function measureCheck(count) {
  const root = join(folder, String(count));
  generateSkills(root, count);
  const settings = { profile: findProfile("standard"), categories: ["spec", "quality"] };
  const skillFiles = filesOf(root).filter((file) => file.endsWith("/SKILL.md"));
  const opened = filesOpenedBy(root, settings);
  const times = interleave(count > 5000 ? 3 : 15, {
    skillFiles: () => readAll(skillFiles),
    opened: () => readAll(opened),
    allFiles: () => readAll(filesOf(root)),
    check: () => checkAll(root, settings),
    everything: () => checkAll(root, { profile: findProfile("standard") }),
  });
  const label = `check ${count.toLocaleString("en-GB")} skills`;
  // The budget's floor: the SKILL.md files read whole, their paths known beforehand.
  row(`${label}, spec and quality / reading their SKILL.md`, times.check / times.skillFiles, 8);
  row(`  the same / reading every file it opens`, times.check / times.opened);
  row(`  the same / finding and reading every file of the skills`, times.check / times.allFiles);
  row(`  the same with security rules / reading their SKILL.md`, times.everything / times.skillFiles);
  row(`  microseconds a skill, spec and quality`, (times.check * 1000) / count);
  row(`  heap held meanwhile, all rules (MB)`, heapWhileChecking(root));
}

function filesOf(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath, entry.name));
}

function filesOpenedBy(root, settings) {
  const paths = new Set();
  const read = (path, maxBytes) => {
    paths.add(path);
    return fs.read(path, maxBytes);
  };
  for (const _ of checkSkills(loadSkills({ ...fs, read }, [root]), settings));
  return [...paths];
}

function readAll(files) {
  let bytes = 0;
  for (const file of files) bytes += readFileSync(file, "utf8").length;
  return bytes;
}

function checkAll(root, settings) {
  let findings = 0;
  for (const report of checkSkills(loadSkills(fs, [root]), settings)) findings += report.findings.length;
  return findings;
}

function heapWhileChecking(root) {
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  let count = 0;
  let most = 0;
  for (const _ of checkSkills(loadSkills(fs, [root]), { profile: findProfile("standard") })) {
    if (++count % 500 !== 0) continue;
    globalThis.gc();
    most = Math.max(most, process.memoryUsage().heapUsed - before);
  }
  return most / 1024 / 1024;
}

/** Best of several rounds, each trying all candidates once, so that a busy moment hits all alike. */
function interleave(rounds, candidates) {
  const best = Object.fromEntries(Object.keys(candidates).map((name) => [name, Number.POSITIVE_INFINITY]));
  for (let round = 0; round < rounds + 2; round++) {
    for (const [name, run] of Object.entries(candidates)) {
      const started = performance.now();
      run();
      const taken = performance.now() - started;
      if (round >= 2) best[name] = Math.min(best[name], taken);
    }
  }
  return best;
}

function measureProcesses() {
  const root = join(folder, "1000");
  const one = join(root, readdirSync(root).filter((name) => !name.startsWith("."))[0]);
  const start =
    (...args) =>
    () =>
      spawnSync(process.execPath, args, { stdio: "ignore" });
  const times = interleave(20, {
    node: start("-e", "0"),
    version: start(bin, "--version"),
    validate: start(bin, "validate", one),
    check: start(bin, "check", one),
  });
  row("skillwright --version / bare Node", times.version / times.node, 1.4);
  row("skillwright validate, one skill / bare Node", times.validate / times.node, 2.5);
  row("skillwright check, one skill / bare Node", times.check / times.node);
  row("bare Node (ms)", times.node);
}

function row(what, value, bound) {
  rows.push({ what, value: Number(value.toFixed(2)), bound });
}

function print() {
  if (process.argv.includes("--json")) {
    console.log(JSON.stringify({ version: 1, node: process.version, rows }, null, 2));
    return;
  }
  const width = Math.max(...rows.map((one) => one.what.length));
  for (const { what, value, bound } of rows) {
    const verdict = bound === undefined ? "" : `bound ${bound}  ${value <= bound ? "within" : "OVER"}`;
    console.log(`${what.padEnd(width)}  ${String(value).padStart(9)}  ${verdict}`);
  }
}
