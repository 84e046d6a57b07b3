import { expect, test } from "vitest";
import { loadSkills } from "../discover/load-skills.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { findProfile } from "../profiles/find-profile.ts";
import { addToSummary, checkSkills, emptySummary } from "./check-skills.ts";

const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: Reads PDF files. Use when asked.\n---\nGo.\n`;
const fs = createMemoryFileSystem({
  "s/b/SKILL.md": skill("b"),
  "s/a/SKILL.md": skill("a"),
  "s/bad/SKILL.md": "# no frontmatter\n",
});

function directoriesOf(...paths: string[]): readonly string[] {
  return Array.from(loadSkills(fs, paths), ({ directory }) => directory);
}

test("skills come in path order, each once however often it is named", () => {
  expect(directoriesOf("s")).toEqual(["s/a", "s/b", "s/bad"]);
  expect(directoriesOf("s/b", "s/a")).toEqual(["s/a", "s/b"]);
  expect(directoriesOf("s/b", "s", "s/b/SKILL.md")).toEqual(["s/a", "s/b", "s/bad"]);
  expect(directoriesOf()).toEqual([]);
});

test("one broken skill hides no other, and the summary counts them all", () => {
  const reports = [
    ...checkSkills(loadSkills(fs, ["s"]), { profile: findProfile("standard"), categories: ["spec"] }),
  ];
  expect(reports.map(({ path, name, valid, findings }) => [path, name, valid, findings.length])).toEqual([
    ["s/a", "a", true, 0],
    ["s/b", "b", true, 0],
    ["s/bad", undefined, false, expect.any(Number)],
  ]);
  const summary = reports.reduce(addToSummary, emptySummary);
  expect(summary).toMatchObject({ skills: 3, valid: 2 });
  expect(summary.errors).toBeGreaterThan(0);
});

test("skills are loaded only when the next report is asked for", () => {
  const reads: string[] = [];
  const read = (path: string, maxBytes: number): ReturnType<typeof fs.read> => {
    reads.push(path);
    return fs.read(path, maxBytes);
  };
  const reports = checkSkills(loadSkills({ ...fs, read }, ["s"]), { profile: findProfile("standard") });
  reports.next();
  expect(reads).toEqual(["s/a/SKILL.md"]);
});
