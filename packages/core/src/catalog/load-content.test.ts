import { symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { discoverLimits } from "../discover/limits.ts";
import { SkillError } from "../error.ts";
import { bytesOf, createTestFolder } from "../fs/contract.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { createMemoryFileSystem, type MemoryFiles } from "../fs/memory.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { toPrompt } from "../prompt/to-prompt.ts";
import {
  codeOf,
  createStore,
  describeSkillStore,
  type SkillStore,
  type StoreOptions,
  skillText,
} from "./contract.ts";

const node = createNodeFileSystem();

/** A store over files in memory, with skills in `/a` and, with lower precedence, in `/b`. */
function storeOf(files: MemoryFiles, options: Partial<StoreOptions> = {}): SkillStore {
  return createStore(createMemoryFileSystem(files), { directories: ["/a", "/b"], ...options });
}

const aside = { "b/x/SKILL.md": skillText("x") };

describeSkillStore("a catalog in memory", (skills) => {
  const files = Object.entries(skills).flatMap(([folder, contents]) =>
    Object.entries(contents).map(([path, content]) => [`/a/${folder}/${path}`, content] as const),
  );
  const fs = createMemoryFileSystem({ "/a/README.md": "", ...Object.fromEntries(files) });
  return createStore(fs, { directories: ["/a"] });
});

describeSkillStore("a catalog on the disk", (skills) => {
  const root = createTestFolder();
  for (const [folder, files] of Object.entries(skills)) {
    for (const [path, content] of Object.entries(files)) {
      const bytes = createMemoryFileSystem({ file: content }).read("file", 1e7).bytes;
      node.write(`${root}/${folder}/${path}`, bytes);
    }
  }
  return createStore(node, { directories: [root] });
});

test("S4-19: opening or refreshing a catalog searches only the given folders", async () => {
  let calls = 0;
  const fs = createMemoryFileSystem({ "a/x/SKILL.md": skillText("x") });
  const counting: FileSystem = {
    ...fs,
    list: (path) => {
      calls++;
      return fs.list(path);
    },
  };
  const store = createStore(counting, { directories: ["/a"] });
  expect(calls).toBe(0);
  await store.list();
  fs.write("/a/y/SKILL.md", bytesOf(skillText("y")));
  expect((await store.list()).skills.map(({ name }) => name)).toEqual(["x", "y"]);
});

test("S4-6: a depth of one searches only folders directly below a directory", async () => {
  const store = storeOf({
    "a/x/SKILL.md": skillText("x"),
    "a/group/y/SKILL.md": skillText("y"),
    "a/README.md": "x",
    "b/notes/todo.md": "x",
  });
  const { skills, findings } = await store.list();
  expect(skills.map(({ name, file }) => [name, file])).toEqual([["x", "/a/x/SKILL.md"]]);
  expect(findings).toEqual([]);
});

test("S4-7: a listing reads no more of a SKILL.md than a bounded start", async () => {
  const body = "x".repeat(1_000_000);
  const fs = createMemoryFileSystem({ "a/x/SKILL.md": skillText("x", body) });
  let read = 0;
  const counting: FileSystem = {
    ...fs,
    read: (path, max) => {
      const result = fs.read(path, max);
      read += result.bytes.length;
      return result;
    },
  };
  const store = createStore(counting, { directories: ["/a"] });
  expect((await store.list()).skills).toHaveLength(1);
  expect(read).toBe(discoverLimits.metadataPrefixBytes);
});

test("R4-3: unclosed frontmatter is read up to its limit and no further", async () => {
  const endless = `---\nname: x\n${"# comment\n".repeat(100_000)}`;
  const { skills, findings } = await storeOf({ "a/x/SKILL.md": endless, ...aside }).list();
  expect(skills).toMatchObject([{ name: "x", file: "/b/x/SKILL.md" }]);
  expect(findings).toEqual([{ code: "frontmatter-invalid", severity: "error", path: "/a/x/SKILL.md" }]);
});

test("S4-4: license, compatibility, tools and metadata are passed on, under either spelling of the key", async () => {
  const more = "license: MIT\ncompatibility: uv\nallowed_tools: Read\nmetadata:\n  version: 1.0\n";
  const skill = await storeOf({ "a/x/SKILL.md": skillText("x", "", more), "b/z": "" }).load("x");
  expect(skill.manifest).toMatchObject({
    license: "MIT",
    compatibility: "uv",
    requestedTools: [{ tool: "Read" }],
    metadata: { version: "1.0" },
  });
});

test("S4-10, S4-11: a listing is all that the block of available skills needs; the location is a choice", async () => {
  const { skills } = await storeOf({ "a/foo/SKILL.md": skillText("foo"), ...aside }).list();
  const [foo] = skills;
  const entry = { name: foo?.name ?? "", description: foo?.description ?? "" };
  expect(toPrompt([entry], "attributes")).toBe(
    '<available_skills>\n  <skill name="foo" description="Does foo." />\n</available_skills>',
  );
  expect(toPrompt([{ ...entry, location: foo?.file ?? "" }], "attributes")).toContain(
    'location="/a/foo/SKILL.md"',
  );
});

test("C-1: the first directory with a name wins, and the other is reported", async () => {
  const store = storeOf({ "a/x/SKILL.md": skillText("x", "first"), ...aside });
  const { skills, findings } = await store.list();
  expect(skills.map(({ file }) => file)).toEqual(["/a/x/SKILL.md"]);
  expect(findings).toEqual([
    {
      code: "skill-shadowed",
      severity: "warning",
      path: "/b/x/SKILL.md",
      args: { name: "x", winner: "/a/x/SKILL.md", reason: "order" },
    },
  ]);
  expect(await store.load("x")).toMatchObject({ body: "first", directory: "/a/x" });
});

test("a broken skill does not shadow a valid one of the same name", async () => {
  const store = storeOf({ "a/x/SKILL.md": "---\nname: x\n---\n", ...aside });
  expect(await store.load("x")).toMatchObject({ directory: "/b/x" });
});

test("a skill whose name differs from its folder is found by its own name", async () => {
  const store = storeOf({ "a/folder/SKILL.md": skillText("own"), ...aside });
  const { skills, findings } = await store.list();
  expect(skills.map(({ name }) => name)).toEqual(["own", "x"]);
  expect(findings).toEqual([
    {
      code: "name-differs-from-folder",
      severity: "warning",
      path: "/a/folder/SKILL.md",
      args: { name: "own", folder: "folder" },
    },
  ]);
  expect(await store.load("own")).toMatchObject({ directory: "/a/folder" });
  expect(await codeOf(store.load("folder"))).toBe("skill-unknown");
});

test("a skill without a name is named after its folder", async () => {
  const store = storeOf({ "a/x/SKILL.md": "---\ndescription: d\n---\nbody", "b/z": "" });
  expect(await store.load("x")).toMatchObject({ name: "x", body: "body" });
});

test("an unknown name is answered with the nearest known one", async () => {
  const error = await storeOf({ "a/commit/SKILL.md": skillText("commit"), ...aside })
    .load("comit")
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: "skill-unknown",
    details: { name: "comit", hint: " Did you mean commit?" },
  });
});

test("a missing or unreadable directory is reported, and the others are listed", async () => {
  expect(await storeOf(aside).list()).toMatchObject({
    skills: [{ name: "x" }],
    findings: [{ code: "root-missing", severity: "warning", path: "/a" }],
  });
  expect(await storeOf(aside).load("x")).toMatchObject({ directory: "/b/x" });
  const fs = createMemoryFileSystem(aside);
  const forbidding: FileSystem = {
    ...fs,
    list: (path) => {
      if (path === "/a") throw new SkillError("file-forbidden", { path });
      return fs.list(path);
    },
  };
  const store = createStore(forbidding, { directories: ["/a", "/b"] });
  expect(await store.list()).toMatchObject({
    skills: [{ name: "x" }],
    findings: [{ code: "folder-unreadable", path: "/a", args: { reason: "file-forbidden" } }],
  });
});

test("S4-9: one level deep, the index names files directly in the three folders only", async () => {
  const files = {
    "a/x/SKILL.md": skillText("x"),
    "a/x/LICENSE": "",
    "a/x/docs/d.md": "",
    "a/x/scripts/s.py": "",
    "a/x/references/r.md": "",
    "a/x/references/deep/r.md": "",
    "a/x/assets/a.txt": "",
    "a/x/assets/.hidden": "",
    ...aside,
  };
  const oneLevel = await storeOf(files, { oneLevel: true }).load("x");
  expect(oneLevel.files).toEqual(["assets/a.txt", "references/r.md", "scripts/s.py"]);
});

test.each(["SKILL.md", "LICENSE", "docs/d.md", "references/deep/r.md", "references", "references/../r"])(
  "S4-14, C-16: one level deep, %j is not a path",
  async (path) => {
    const files = { "a/x/SKILL.md": skillText("x"), "a/x/LICENSE": "x", "a/x/docs/d.md": "x" };
    const store = storeOf({ ...files, "a/x/references/deep/r.md": "x", ...aside }, { oneLevel: true });
    expect(await codeOf(store.readFile("x", path))).toBe("skill-path-invalid");
  },
);

test("S4-14: one level deep, files of the three folders are read", async () => {
  const files = { "a/x/SKILL.md": skillText("x"), "a/x/references/r.md": "r", ...aside };
  const store = storeOf(files, { oneLevel: true });
  expect(await store.readFile("x", "references/r.md")).toMatchObject({ text: "r" });
});

test("C-15: a caller can request scripts", async () => {
  const files = { "a/x/SKILL.md": skillText("x"), "a/x/scripts/run.sh": "#!/bin/sh\n", ...aside };
  expect(await storeOf(files, { scriptsReadable: true }).readFile("x", "scripts/run.sh")).toMatchObject({
    text: "#!/bin/sh\n",
  });
});

test.each([
  ["a bad name", { "a/Bad_Name/SKILL.md": skillText("Bad_Name") }, "skill-invalid"],
  ["a name that is not the folder's", { "a/y/SKILL.md": skillText("z") }, "skill-invalid"],
  ["no name", { "a/y/SKILL.md": "---\ndescription: d\n---\n" }, "skill-invalid"],
  ["no description", { "a/y/SKILL.md": "---\nname: y\n---\n" }, "skill-invalid"],
  ["no frontmatter", { "a/y/SKILL.md": "# Title\n" }, "skill-invalid"],
  [
    "a value that had to be repaired",
    { "a/y/SKILL.md": "---\nname: y\ndescription: a: b\n---\n" },
    "skill-invalid",
  ],
  [
    "a description that is too long",
    { "a/y/SKILL.md": `---\nname: y\ndescription: ${"d".repeat(1025)}\n---\n` },
    "skill-invalid",
  ],
  [
    "a compatibility that is too long",
    { "a/y/SKILL.md": skillText("y", "", `compatibility: ${"c".repeat(501)}\n`) },
    "skill-invalid",
  ],
  ["a name twice", { "a/x/SKILL.md": skillText("x") }, "skill-duplicate"],
])("S4-2, S4-3, S4-20, R4-2: a strict catalog does not open with %s in it", async (_, files, code) => {
  const store = storeOf({ ...files, "a/good/SKILL.md": skillText("good"), ...aside }, { strict: true });
  expect(await codeOf(store.list())).toBe(code);
  expect(await codeOf(store.load("good"))).toBe(code);
  expect(await codeOf(store.readFile("good", "references/r.md"))).toBe(code);
});

test("S4-1, S4-20: a strict catalog opens while all skills are sound", async () => {
  const store = storeOf({ "a/y/SKILL.md": skillText("y"), ...aside }, { strict: true });
  expect((await store.list()).skills.map(({ name }) => name)).toEqual(["x", "y"]);
  expect(await store.load("y")).toMatchObject({ directory: "/a/y" });
  expect(await codeOf(storeOf(aside, { strict: true }).list())).toBe("file-missing");
});

test("the error of a strict catalog names both skills, or the file and the problem", async () => {
  const detailsOf = (store: SkillStore): Promise<unknown> =>
    store.list().catch((error: unknown) => (error instanceof SkillError ? error.details : error));
  expect(await detailsOf(storeOf({ "a/x/SKILL.md": skillText("x"), ...aside }, { strict: true }))).toEqual({
    name: "x",
    first: "/a/x/SKILL.md",
    second: "/b/x/SKILL.md",
  });
  expect(await detailsOf(storeOf({ "a/y/SKILL.md": skillText("z"), ...aside }, { strict: true }))).toEqual({
    path: "/a/y/SKILL.md",
    reason: expect.stringContaining("violates the standard"),
  });
});

test("a link to a skill in the same directory is that skill, not a second one", async () => {
  const root = createTestFolder();
  node.write(`${root}/x/SKILL.md`, bytesOf(skillText("x")));
  symlinkSync("x", `${root}/again`);
  const store = createStore(node, { directories: [root], strict: true });
  expect((await store.list()).skills.map(({ file }) => file)).toEqual([`${root}/x/SKILL.md`]);
});

test("SKILL.md can be a link inside its skill, and the digest covers the whole skill", async () => {
  const root = createTestFolder();
  node.write(`${root}/x/docs/main.md`, bytesOf(skillText("x", "linked")));
  symlinkSync("docs/main.md", `${root}/x/SKILL.md`);
  const skill = await createStore(node, { directories: [root] }).load("x");
  expect(skill).toMatchObject({ body: "linked", files: ["docs/main.md"] });
  expect(skill.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
});

test("the index lists links to files, and omits leftovers of tools", async () => {
  const root = createTestFolder();
  for (const path of ["SKILL.md", "references/r.md", "node_modules/m/index.js", "scripts/__pycache__/s.pyc"])
    node.write(`${root}/x/${path}`, bytesOf(path === "SKILL.md" ? skillText("x") : "x"));
  symlinkSync("references/r.md", `${root}/x/notes.md`);
  symlinkSync("references", `${root}/x/docs`);
  const skill = await createStore(node, { directories: [root] }).load("x");
  expect(skill.files).toEqual(["notes.md", "references/r.md"]);
});

test("a byte order mark and Windows line endings change nothing", async () => {
  const text = `\ufeff${skillText("x", "one\ntwo\n").replaceAll("\n", "\r\n")}`;
  expect(await storeOf({ "a/x/SKILL.md": text, "b/z": "" }).load("x")).toMatchObject({
    name: "x",
    body: "one\r\ntwo",
  });
});

test("SKILL.md in a different case is the same file, as on case-insensitive disks", async () => {
  const fs = createMemoryFileSystem({ "a/x/Skill.md": skillText("x"), "a/x/r.md": "" });
  const spelt = (path: string): string => path.replace("SKILL.md", "Skill.md");
  const ignoringCase: FileSystem = { ...fs, read: (path, max) => fs.read(spelt(path), max) };
  const store = createStore(ignoringCase, { directories: ["/a"] });
  expect(await store.load("x")).toMatchObject({ file: "/a/x/SKILL.md", files: ["r.md"] });
});
