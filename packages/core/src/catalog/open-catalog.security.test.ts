import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createTestFolder } from "../fs/contract.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import type { Catalog, CatalogOptions } from "./catalog.ts";

import { openCatalog } from "./open-catalog.ts";

const skill = (name: string, more = ""): string =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\nBody.\n`;

function write(path: string, text: string): void {
  mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  writeFileSync(path, text);
}

function open(roots: CatalogOptions["roots"], more: Partial<CatalogOptions> = {}): Catalog {
  return openCatalog({ fs: createNodeFileSystem(), roots, now: () => Date.now(), ...more });
}

function idsOf(catalog: Catalog): readonly string[] {
  return catalog.list().skills.map(({ id }) => id);
}

test("a skill whose agents folder is a link loop does not hide other skills, and no model can choose it", () => {
  const root = createTestFolder();
  write(`${root}/a/SKILL.md`, skill("a"));
  write(`${root}/b/SKILL.md`, skill("b"));
  symlinkSync("agents", `${root}/a/agents`);
  const catalog = open([root]);
  const { skills } = catalog.list();
  expect(skills.map((skill) => [skill.id, catalog.mayModelChoose(skill)])).toEqual([
    ["a", false],
    ["b", true],
  ]);
});

test("an index file that is a link is replaced, and nothing is written to its target", async () => {
  const folder = createTestFolder();
  write(`${folder}/skills/a/SKILL.md`, skill("a"));
  write(`${folder}/victim`, "precious");
  const indexFolder = `${folder}/index`;
  open([`${folder}/skills`], { indexFolder, now: () => Date.now() + 60_000 }).save();
  const [name = ""] = createNodeFileSystem()
    .list(indexFolder)
    .map((entry) => entry.name);
  renameSync(`${indexFolder}/${name}`, `${folder}/old`);
  symlinkSync(`${folder}/victim`, `${indexFolder}/${name}`);
  const catalog = open([`${folder}/skills`], { indexFolder, now: () => Date.now() + 60_000 });
  expect(catalog.save()).toEqual([]);
  expect(readFileSync(`${folder}/victim`, "utf8")).toBe("precious");
  expect(idsOf(catalog)).toEqual(["a"]);
});

test("a skill folder that becomes a link out of the root is neither loaded nor read", async () => {
  const folder = createTestFolder();
  write(`${folder}/skills/a/SKILL.md`, skill("a"));
  write(`${folder}/secret/SKILL.md`, skill("a"));
  write(`${folder}/secret/key.txt`, "secret");
  const catalog = open([`${folder}/skills`]);
  renameSync(`${folder}/skills/a`, `${folder}/moved`);
  symlinkSync(`${folder}/secret`, `${folder}/skills/a`);
  await expect(catalog.readFile("a", "key.txt")).rejects.toMatchObject({ code: "skill-changed" });
  await expect(catalog.load("a")).rejects.toMatchObject({ code: "skill-changed" });
});

test("a folder reached by two paths, or nested in another, is searched once", () => {
  const folder = createTestFolder();
  write(`${folder}/skills/a/SKILL.md`, skill("a"));
  symlinkSync("skills", `${folder}/link`);
  const twice = open([`${folder}/skills`, `${folder}/link`, `${folder}/skills/a`]).list();
  expect({ skills: twice.skills.length, shadowed: twice.shadowed }).toEqual({ skills: 1, shadowed: [] });
});

test("a cached scan of one kind of root is not reused for another", () => {
  const fs = createMemoryFileSystem({
    "/s/a/SKILL.md": skill("a"),
    "/s/a/inner/SKILL.md": skill("inner"),
    "/s/Bad/SKILL.md": skill("other"),
  });
  const ids = (root: CatalogOptions["roots"][number]): readonly string[] => {
    const catalog = open([root], { fs, now: () => 1e12, indexFolder: "/index" });
    catalog.save();
    return idsOf(catalog);
  };
  const personal = { path: "/s", scope: "personal" } as const;
  for (let round = 0; round < 2; round++) {
    expect(ids(personal)).toEqual(["a", "other"]);
    expect(ids("/s")).toEqual(["a", "inner", "other"]);
    expect(ids({ ...personal, strict: true })).toEqual(["a"]);
  }
});

test("nothing in an untrusted project is hashed", () => {
  const fs = createMemoryFileSystem({
    "/home/pdf/SKILL.md": skill("pdf"),
    "/repo/pdf/SKILL.md": skill("pdf"),
    "/repo/pdf/huge.bin": "x",
  });
  const read: string[] = [];
  const spied: FileSystem = {
    ...fs,
    read: (path, maxBytes) => {
      read.push(path);
      return fs.read(path, maxBytes);
    },
  };
  const roots = [
    { path: "/repo", scope: "project", project: "/repo" },
    { path: "/home", scope: "personal" },
  ] as const;
  open(roots, { fs: spied });
  expect(read).not.toContain("/repo/pdf/huge.bin");
});

test("a file read from a trusted project is the trusted version, even if it is swapped concurrently", async () => {
  const fs = createMemoryFileSystem({ "/repo/a/SKILL.md": skill("a"), "/repo/a/references/x.md": "good" });
  let isEvil = false;
  const swapping: FileSystem = {
    ...fs,
    read: (path, maxBytes) => {
      const found = fs.read(path, maxBytes);
      if (!isEvil || !path.endsWith("x.md")) return found;
      isEvil = false;
      return { ...found, bytes: new TextEncoder().encode("evil") };
    },
  };
  const digest = open(["/repo"], { fs }).list().skills[0];
  const trust = new Map([
    [
      "/repo",
      {
        skills: new Map([["a", digest ? open(["/repo"], { fs }).digest(digest) : ""]]),
        at: "2026-01-01T00:00:00.000Z",
      },
    ],
  ]);
  const root = { path: "/repo", scope: "project", project: "/repo" } as const;
  const catalog = open([root], { fs: swapping, trust });
  expect(await catalog.readFile("a", "references/x.md")).toMatchObject({ text: "good" });
  isEvil = true;
  await expect(catalog.readFile("a", "references/x.md")).rejects.toMatchObject({ code: "skill-changed" });
});

test("listing skills for a model reads nothing else of an untrusted project", async () => {
  const fs = createMemoryFileSystem({
    "/repo/a/SKILL.md": skill("a"),
    "/repo/a/agents/openai.yaml": "policy: {}\n",
    "/home/b/SKILL.md": skill("b"),
    "/home/b/agents/openai.yaml": "policy: {}\n",
  });
  const asked: string[] = [];
  const spied: FileSystem = {
    ...fs,
    stat: (path) => {
      asked.push(path);
      return fs.stat(path);
    },
  };
  const catalog = open(
    [
      { path: "/repo", scope: "project", project: "/repo" },
      { path: "/home", scope: "personal" },
    ],
    { fs: spied },
  );
  await catalog.listing({ placement: "tool" });
  expect(asked).toContain("/home/b/agents/openai.yaml");
  expect(asked).not.toContain("/repo/a/agents/openai.yaml");
});

test("a watched edit of a trusted project revokes its trust at once", () => {
  const fs = createMemoryFileSystem({ "/repo/a/SKILL.md": skill("a") });
  const plain = open(["/repo"], { fs });
  const [found] = plain.list().skills;
  const trust = new Map([
    ["/repo", { skills: new Map([["a", found ? plain.digest(found) : ""]]), at: "2026-01-01T00:00:00.000Z" }],
  ]);
  const catalog = open([{ path: "/repo", scope: "project", project: "/repo" }], { fs, trust });
  expect(catalog.list().skills[0]?.enabled).toBe(true);
  fs.write("/repo/a/SKILL.md", new TextEncoder().encode(skill("a", "license: MIT\n")));
  catalog.refresh(["/repo/a/SKILL.md"]);
  expect(catalog.list().skills[0]?.disabled).toEqual(["untrusted"]);
});

test("an extremely long name is refused quickly", () => {
  const name = "a".repeat(60_000);
  const catalog = open(["/s"], { fs: createMemoryFileSystem({ "/s/a/SKILL.md": skill(name) }) });
  expect(catalog.explain(name.slice(10))).toMatchObject({ losers: [] });
});
