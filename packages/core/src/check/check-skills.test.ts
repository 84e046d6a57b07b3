import fc from "fast-check";
import { expect, test } from "vitest";
import { loadSkills } from "../discover/load-skills.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { findProfile } from "../profiles/profiles.ts";
import { type CheckSettings, createChecker } from "./check-skill.ts";
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

test("skills come in path order, each once even if named twice", () => {
  expect(directoriesOf("s")).toEqual(["s/a", "s/b", "s/bad"]);
  expect(directoriesOf("s/b", "s/a")).toEqual(["s/a", "s/b"]);
  expect(directoriesOf("s/b", "s", "s/b/SKILL.md")).toEqual(["s/a", "s/b", "s/bad"]);
  expect(directoriesOf()).toEqual([]);
});

test("one broken skill does not hide another, and the summary counts all of them", () => {
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

test("at most 32 skills are loaded before the first report", () => {
  const names = Array.from({ length: 50 }, (_, index) => `skill-${1000 + index}`);
  const many = createMemoryFileSystem(
    Object.fromEntries(names.map((name) => [`s/${name}/SKILL.md`, skill(name)])),
  );
  let reads = 0;
  const read = (path: string, maxBytes: number): ReturnType<typeof fs.read> => {
    reads++;
    return many.read(path, maxBytes);
  };
  const reports = checkSkills(loadSkills({ ...many, read }, ["s"]), { profile: findProfile("standard") });
  reports.next();
  expect(reads).toBe(32);
  expect([...reports]).toHaveLength(names.length - 1);
});

test("reports have the findings of a checker, which compares each skill with the earlier ones", () => {
  const count = 66;
  const files = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `s/skill-${1000 + index}/SKILL.md`,
      index % 7 === 3 ? `# ${index}\n` : skill(`skill-${1000 + index - (index % 5 === 2 ? 1 : 0)}`),
    ]),
  );
  const settings = { profile: findProfile("strict") };
  const check = createChecker(settings);
  const loaded = [...loadSkills(createMemoryFileSystem(files), ["s"])];
  const reports = [...checkSkills(loaded, settings)];
  expect(reports.map(({ findings }) => findings)).toEqual(loaded.map(check));
  expect(reports.at(-1)?.findings.map(({ rule }) => rule)).toContain("duplicate-description");
});

test("any skills, in groups of any size, have the findings that they have one after another", () => {
  const text = fc.constantFrom(
    skill("a"),
    skill("Wrong_Name"),
    "# no frontmatter\n",
    "---\nname: b\ndescription: Reads PDF files. Use when asked.\nversion: 1\n---\nBe careful with it. [x](missing.md)\n",
    `---\nname: c\ndescription: Large.\n---\n${"Handle errors appropriately.\n".repeat(20_000)}`,
  );
  const skills = fc.array(fc.record({ text, files: fc.nat({ max: 40 }) }), { maxLength: 80 });
  const settings = fc.constantFrom<CheckSettings>(
    { profile: findProfile("strict") },
    { profile: findProfile("standard"), categories: ["spec"] },
    { profile: findProfile("skills-ref") },
  );
  fc.assert(
    fc.property(skills, settings, (written, chosen) => {
      const files: Record<string, string> = {};
      for (const [index, { text: content, files: count }] of written.entries()) {
        files[`s/skill-${100 + index}/SKILL.md`] = content;
        for (let at = 0; at < count; at++) files[`s/skill-${100 + index}/references/${at}.md`] = "";
      }
      const loaded = written.length === 0 ? [] : [...loadSkills(createMemoryFileSystem(files), ["s"])];
      const grouped = Array.from(checkSkills(loaded, chosen), ({ findings }) => findings);
      expect(grouped).toEqual(loaded.map(createChecker(chosen)));
    }),
    { numRuns: 25 },
  );
});

test("the files of skills are listed only for rules that look at them", () => {
  let listings = 0;
  const list = (path: string): ReturnType<typeof fs.list> => {
    listings++;
    return bundled.list(path);
  };
  const bundled = createMemoryFileSystem({ "s/a/SKILL.md": skill("a"), "s/a/references/b.md": "" });
  const loaded = [...loadSkills({ ...bundled, list }, ["s"])];
  listings = 0;
  const profile = findProfile("standard");
  expect([...checkSkills(loaded, { profile, categories: ["spec"] })]).toHaveLength(1);
  expect(listings).toBe(0);
  expect([...checkSkills(loaded, { profile })]).toHaveLength(1);
  expect(listings).toBe(1);
});

test("skills with many files are checked one at a time, so that not all texts are in memory at once", () => {
  const count = 128;
  const files: Record<string, string> = {};
  for (const name of ["a", "b", "c"]) {
    files[`s/${name}/SKILL.md`] = skill(name);
    for (let index = 0; index < count; index++) files[`s/${name}/references/${index}.md`] = "";
  }
  const many = createMemoryFileSystem(files);
  const read: string[] = [];
  const noting = (path: string, maxBytes: number): ReturnType<typeof fs.read> => {
    read.push(path);
    return many.read(path, maxBytes);
  };
  const loaded = [...loadSkills({ ...many, read: noting }, ["s"])];
  read.length = 0;
  const reports = checkSkills(loaded, { profile: findProfile("standard") });
  reports.next();
  expect(read).toHaveLength(count);
  expect([...reports]).toHaveLength(2);
  expect(read).toHaveLength(count * 3);
});
