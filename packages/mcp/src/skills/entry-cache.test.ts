import { rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createNodeFileSystem, openCatalog } from "@skillwright/core/node";
import { expect, test } from "vitest";
import { createSkillSource } from "./create-skill-source.ts";
import { context, openSource, skillText, type TestSource, writeSkills } from "./test-source.ts";

const list = async ({ source }: TestSource): Promise<readonly string[]> =>
  (await source.list({}, context)).skills.map(({ frontmatter }) => frontmatter.name);

test("an unchanged skill is read once", async () => {
  const root = writeSkills({
    "a/SKILL.md": skillText("a"),
    "a/notes.md": "a",
    "b/SKILL.md": skillText("b"),
  });
  const opened = openSource([root]);
  await list(opened);
  expect(opened.takeReads()).toEqual(
    ["a/SKILL.md", "a/notes.md", "b/SKILL.md"].map((path) => `${root}/${path}`),
  );
  expect(await list(opened)).toEqual(["a", "b"]);
  await opened.source.get("skill://a/SKILL.md", context);
  await opened.source.listResources(context);
  await opened.source.readDirectory("skill://a", {}, context);
  expect(opened.takeReads()).toEqual([]);
});

test("only a changed skill's files are read again", async () => {
  const root = writeSkills({ "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b"), "b/x.md": "1" });
  const opened = openSource([root]);
  await list(opened);
  opened.takeReads();
  writeFileSync(`${root}/b/x.md`, "22");
  const entry = await opened.source.get("skill://b/SKILL.md", context);
  expect(entry?.resources).toContainEqual(expect.objectContaining({ uri: "skill://b/x.md", size: 2 }));
  await list(opened);
  expect(opened.takeReads()).toEqual([`${root}/b/SKILL.md`, `${root}/b/x.md`]);
});

test("clients that list at the same time share the work", async () => {
  const root = writeSkills({ "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b") });
  const opened = openSource([root]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => list(opened)));
  expect(new Set(answers.map(String))).toEqual(new Set(["a,b"]));
  expect(opened.takeReads()).toEqual([`${root}/a/SKILL.md`, `${root}/b/SKILL.md`]);
});

test("a change within the disk's clock resolution is detected when the file is read, and listed again", async () => {
  const root = writeSkills({ "a/SKILL.md": skillText("a"), "a/x.md": "one" });
  const disk = createNodeFileSystem();
  const stat: typeof disk.stat = (path) => {
    const found = disk.stat(path);
    return found && { ...found, changedMs: 0 };
  };
  const source = createSkillSource({ catalog: openCatalog({ roots: [root] }), fs: { ...disk, stat } });
  const digest = async (): Promise<unknown> => (await source.get("skill://a/SKILL.md", context))?.resources;
  const before = await digest();
  writeFileSync(`${root}/a/x.md`, "two");
  expect(await digest()).toEqual(before);
  await expect(source.read("skill://a/x.md", context)).rejects.toThrow("has changed since");
  expect(await digest()).not.toEqual(before);
  expect(await source.read("skill://a/x.md", context)).toMatchObject({ text: "two" });
});

test.each([
  ["longer", "one and more"],
  ["shorter", "on"],
  ["empty", ""],
])("a file that became %s after listing is not served", async (_, text) => {
  const root = writeSkills({ "a/SKILL.md": skillText("a"), "a/x.md": "one" });
  const { source } = openSource([root]);
  await source.list({}, context);
  writeFileSync(`${root}/a/x.md`, text);
  await expect(source.read("skill://a/x.md", context)).rejects.toThrow("has changed since");
});

test.each([
  [
    "metadata that is not text",
    skillText("bad", "metadata:\n  version: 1.0\n"),
    "frontmatter metadata must map",
  ],
  ["an anchor", skillText("bad", "license: &x MIT\n"), "SKILL.md frontmatter: line 4"],
  ["no name", "---\ndescription: Does it.\n---\n", 'must contain string "name"'],
  ["an invalid name", skillText("Not/Good"), "its name may contain only lowercase letters"],
  ["a name with letters beyond a to z", skillText("größe"), "must be 1-64 lowercase letters"],
  [
    "a long description",
    `---\nname: bad\ndescription: ${"x".repeat(1025)}\n---\n`,
    "must be 1-1024 characters",
  ],
])("a skill with %s is left out with one warning and hides no other", async (_, text, message) => {
  const root = writeSkills({ "bad/SKILL.md": text, "good/SKILL.md": skillText("good") });
  const opened = openSource([root]);
  expect(await list(opened)).toEqual(["good"]);
  expect(await list(opened)).toEqual(["good"]);
  expect(opened.warnings).toEqual([
    { path: `${root}/bad/SKILL.md`, message: expect.stringContaining(message) },
  ]);
});

test("a skill whose file is named skill.md is left out: hosts look for SKILL.md", async () => {
  const opened = openSource([writeSkills({ "small/skill.md": skillText("small") })]);
  expect(await list(opened)).toEqual([]);
  expect(opened.warnings.map(({ message }) => message)).toEqual(["SKILL.md is missing"]);
});

test("a fixed skill is listed, and a broken one no longer is", async () => {
  const bad = skillText("a", "metadata:\n  version: 1.0\n");
  const root = writeSkills({ "a/SKILL.md": bad, "b/SKILL.md": skillText("b") });
  const opened = openSource([root]);
  expect(await list(opened)).toEqual(["b"]);
  writeFileSync(`${root}/a/SKILL.md`, skillText("a"));
  symlinkSync("SKILL.md", `${root}/b/link.md`);
  expect(await list(opened)).toEqual(["a"]);
});

test("a skill removed before the catalog noticed is left out with one warning", async () => {
  const root = writeSkills({ "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b") });
  const opened = openSource([root]);
  rmSync(`${root}/a`, { recursive: true });
  expect(await list(opened)).toEqual(["b"]);
  expect(await list(opened)).toEqual(["b"]);
  expect(opened.warnings).toEqual([
    {
      path: `${root}/a/SKILL.md`,
      message: "The skill a has changed since it was listed. List the skills again before loading it.",
    },
  ]);
});

test("512 files are served, one more is too many", async () => {
  const files = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`many/f/${index}.md`, ""]));
  const root = writeSkills({ "many/SKILL.md": skillText("many"), ...files(511) });
  const opened = openSource([root]);
  expect(await list(opened)).toEqual(["many"]);
  writeFileSync(`${root}/many/f/511.md`, "");
  expect(await list(opened)).toEqual([]);
  expect(await list(opened)).toEqual([]);
  expect(opened.warnings).toEqual([
    {
      path: `${root}/many/SKILL.md`,
      message: `${root}/many has more than 512 files, too many for one skill.`,
    },
  ]);
});

test("16 MiB are served, one byte more is too much and is not even read", async () => {
  const root = writeSkills({ "large/SKILL.md": skillText("large"), "large/data.bin": "" });
  const rest = 16 * 1024 * 1024 - Buffer.byteLength(skillText("large"));
  truncateSync(`${root}/large/data.bin`, rest);
  const opened = openSource([root]);
  expect(await list(opened)).toEqual(["large"]);
  opened.takeReads();
  truncateSync(`${root}/large/data.bin`, rest + 1);
  expect(await list(opened)).toEqual([]);
  expect(opened.takeReads()).toEqual([]);
  expect(opened.warnings.map(({ message }) => message)).toEqual([
    `${root}/large has more than 16,777,216 bytes, too many for one skill.`,
  ]);
});

test("a skill with too much metadata for a list is left out", async () => {
  const files = Array.from(
    { length: 500 },
    (_, index) => `wordy/${"ü".repeat(120)}/${"ü".repeat(120)}${index}`,
  );
  const root = writeSkills({
    "wordy/SKILL.md": skillText("wordy"),
    ...Object.fromEntries(files.map((path) => [path, ""])),
    "plain/SKILL.md": skillText("plain"),
  });
  const opened = openSource([root]);
  // 500 addresses of 1,460 characters are still few enough.
  expect(await list(opened)).toEqual(["plain", "wordy"]);
  writeFileSync(`${root}/wordy/SKILL.md`, skillText("wordy", `license: ${"x".repeat(300_000)}\n`));
  expect(await list(opened)).toEqual(["plain"]);
  expect(opened.warnings.map(({ message }) => message)).toEqual([
    `${root}/wordy/SKILL.md is not a valid skill: its frontmatter and file list are too long to be listed.`,
  ]);
});
