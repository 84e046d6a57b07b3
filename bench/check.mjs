import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkSkills, findProfile } from "@skillwright/core/check";
import { loadSkills } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { heading, heldMegabytes, interleaveParts, row } from "./measure.mjs";

const fs = createNodeFileSystem();

export function measureCheck(root, count) {
  const settings = { profile: findProfile("standard"), categories: ["spec", "quality"] };
  const skillFiles = filesOf(root).filter((file) => file.endsWith("/SKILL.md"));
  const opened = filesOpenedBy(root, settings);
  const times = interleaveParts(count > 5000 ? 3 : 60, {
    skillFiles: () => readAll(skillFiles),
    opened: () => readAll(opened),
    allFiles: () => readAll(filesOf(root)),
    check: () => checkAll(root, settings),
  });
  const { everything } = interleaveParts(3, {
    everything: () => checkAll(root, { profile: findProfile("standard") }),
  });
  heading(`check ${count.toLocaleString("en-US")} skills`);
  // The floor: reading the SKILL.md files whole, with their paths known.
  row("spec and quality rules / reading their SKILL.md", times.check / times.skillFiles, 10);
  row("same / reading every file it opens", times.check / times.opened);
  row("same / finding and reading every file of the skills", times.check / times.allFiles);
  row("with security rules / reading their SKILL.md", everything / times.skillFiles, 40);
  row("microseconds per skill, spec and quality rules", (times.check * 1000) / count);
  row("heap held while checking, all rules (MB)", heldWhileChecking(root));
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

/** Files or skills after which a candidate yields. */
const partSize = 64;

function* readAll(files) {
  let count = 0;
  let bytes = 0;
  for (const file of files) {
    bytes += readFileSync(file, "utf8").length;
    if (++count % partSize === 0) yield bytes;
  }
}

function* checkAll(root, settings) {
  let count = 0;
  let findings = 0;
  for (const report of checkSkills(loadSkills(fs, [root]), settings)) {
    findings += report.findings.length;
    if (++count % partSize === 0) yield findings;
  }
}

function heldWhileChecking(root) {
  const before = heldMegabytes();
  let count = 0;
  let most = 0;
  for (const _ of checkSkills(loadSkills(fs, [root]), { profile: findProfile("standard") })) {
    if (++count % 500 === 0) most = Math.max(most, heldMegabytes() - before);
  }
  return most;
}
