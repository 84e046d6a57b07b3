import { expect, test } from "vitest";
import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { createMemoryFileSystem, type MemoryFiles } from "../fs/memory.ts";
import { limits } from "../limits.ts";
import type { SkillRoot } from "./discovered-skill.ts";
import { discoverLimits } from "./limits.ts";
import { type RootScan, type ScanOptions, scanRoot } from "./scan-root.ts";

const root: SkillRoot = { path: "/skills", scope: "personal" };
const skill = (name: string, more = ""): string =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\n# ${name}\n`;

function scan(
  files: MemoryFiles,
  options: Partial<ScanOptions & { readonly root: SkillRoot }> = {},
): RootScan {
  return scanRoot(createMemoryFileSystem(files), options.root ?? root, { nowMs: 1e12, ...options });
}

function directoriesOf({ skills }: RootScan): readonly string[] {
  return [...skills.keys()];
}

test("a skill is a folder with a SKILL.md; loose files are not skills", () => {
  const found = scan({
    "/skills/pdf/SKILL.md": skill("pdf"),
    "/skills/README.md": "x",
    "/skills/note.md": "y",
  });
  expect([...found.skills.values()]).toEqual([
    {
      root,
      directory: "/skills/pdf",
      file: "/skills/pdf/SKILL.md",
      name: "pdf",
      description: "Does pdf.",
      traits: {},
      changedMs: 0,
      size: 47,
      readMs: 1e12,
    },
  ]);
  expect(found.findings).toEqual([]);
});

test("what an installation that was killed left is not a skill", () => {
  const found = scan({
    "/skills/.skillwright/new/0/SKILL.md": skill("pdf"),
    "/skills/.skillwright/old/0/SKILL.md": skill("csv"),
    "/skills/git/SKILL.md": skill("git"),
  });
  expect(directoriesOf(found)).toEqual(["/skills/git"]);
});

test("skills in group folders are found, those inside a skill belong to it", () => {
  const found = scan({
    "/skills/office/pdf/SKILL.md": skill("pdf"),
    "/skills/office/word/SKILL.md": skill("word"),
    "/skills/git/SKILL.md": skill("git"),
    "/skills/git/examples/demo/SKILL.md": skill("demo"),
  });
  expect(directoriesOf(found)).toEqual(["/skills/git", "/skills/office/pdf", "/skills/office/word"]);
});

test("a root can be a skill itself and contain others outside of its resources", () => {
  const found = scan({
    "/skills/SKILL.md": skill("skills"),
    "/skills/references/SKILL.md": skill("no"),
    "/skills/more/SKILL.md": skill("more"),
  });
  expect(directoriesOf(found)).toEqual(["/skills", "/skills/more"]);
});

test("with `nested`, skills inside skills are found, but for those among their resources", () => {
  const files = {
    "/skills/stack/SKILL.md": skill("stack"),
    "/skills/stack/review/SKILL.md": skill("review"),
    "/skills/stack/more/ship/SKILL.md": skill("ship"),
    "/skills/stack/references/SKILL.md": skill("no"),
  };
  const fs = createMemoryFileSystem(files);
  const nested: SkillRoot = { ...root, nested: true };
  const memory = scanRoot(fs, nested, { nowMs: 1e12 });
  const all = ["/skills/stack", "/skills/stack/more/ship", "/skills/stack/review"];
  expect(directoriesOf(memory)).toEqual(all);
  expect(directoriesOf(scan(files))).toEqual(["/skills/stack"]);
  fs.write("/skills/stack/SKILL.md", new TextEncoder().encode(skill("stacks")));
  const second = scanRoot(fs, nested, { nowMs: 1e12, memory });
  expect(directoriesOf(second)).toEqual(all);
  expect(second.skills.get("/skills/stack")?.name).toBe("stacks");
});

test("paths in .gitignore and .skillignore are skipped at any level, and edits to these files are detected", () => {
  const files = {
    "/skills/.gitignore": "draft-*\n",
    "/skills/draft-a/SKILL.md": skill("a"),
    "/skills/group/.skillignore": "old/\n",
    "/skills/group/old/SKILL.md": skill("old"),
    "/skills/group/new/SKILL.md": skill("new"),
    "/skills/group/draft-b/SKILL.md": skill("b"),
  };
  const fs = createMemoryFileSystem(files);
  const memory = scanRoot(fs, root, { nowMs: 1e12 });
  expect(directoriesOf(memory)).toEqual(["/skills/group/new"]);
  fs.write("/skills/.gitignore", new TextEncoder().encode("draft-a\n"));
  expect(directoriesOf(scanRoot(fs, root, { nowMs: 1e12, memory }))).toEqual([
    "/skills/group/draft-b",
    "/skills/group/new",
  ]);
});

test("C-19: skill.md is used if there is no SKILL.md", () => {
  const found = scan({
    "/skills/a/skill.md": skill("lower"),
    "/skills/b/skill.md": skill("lower"),
    "/skills/b/SKILL.md": skill("upper"),
  });
  expect([...found.skills.values()].map(({ name, file }) => [name, file])).toEqual([
    ["lower", "/skills/a/skill.md"],
    ["upper", "/skills/b/SKILL.md"],
  ]);
});

test("C-17: a root's depth bounds the search", () => {
  const files = { "/skills/a/SKILL.md": skill("a"), "/skills/group/b/SKILL.md": skill("b") };
  expect(directoriesOf(scan(files, { root: { ...root, depth: 1 } }))).toEqual(["/skills/a"]);
  expect(directoriesOf(scan(files, { root: { ...root, depth: 2 } }))).toEqual([
    "/skills/a",
    "/skills/group/b",
  ]);
});

test("skills below the depth limit are reported once", () => {
  const deep = (name: string): string =>
    `/skills/${"d/".repeat(discoverLimits.rootDepth - 1)}${name}/more/SKILL.md`;
  const found = scan({ [deep("x")]: skill("x"), [deep("y")]: skill("y") });
  expect(found.skills.size).toBe(0);
  expect(found.findings).toEqual([
    {
      code: "walk-too-deep",
      severity: "warning",
      path: `/skills/${"d/".repeat(discoverLimits.rootDepth - 1)}x`,
      args: { max: discoverLimits.rootDepth },
    },
  ]);
});

test(".git and node_modules are not searched", () => {
  const found = scan({
    "/skills/.git/a/SKILL.md": skill("a"),
    "/skills/node_modules/b/SKILL.md": skill("b"),
  });
  expect(directoriesOf(found)).toEqual([]);
});

test("one broken skill hides no other, and each has its own finding", () => {
  const found = scan({
    "/skills/a/SKILL.md": "no frontmatter",
    "/skills/b/SKILL.md": "---\nname: b\n---\n",
    "/skills/c/SKILL.md": "---\nname: [\n---\n",
    "/skills/d/SKILL.md": skill("d"),
  });
  expect(directoriesOf(found)).toEqual(["/skills/d"]);
  expect(found.findings.map(({ code, path }) => [code, path])).toEqual([
    ["frontmatter-invalid", "/skills/a/SKILL.md"],
    ["skill-without-description", "/skills/b/SKILL.md"],
    ["frontmatter-invalid", "/skills/c/SKILL.md"],
  ]);
});

test("a skill whose name differs from its folder is loaded, with a warning each time", () => {
  const fs = createMemoryFileSystem({
    "/skills/my-pdf/SKILL.md": skill("pdf"),
    "/skills/ﬁne/SKILL.md": skill("fine"),
  });
  const finding = {
    code: "name-differs-from-folder",
    severity: "warning",
    path: "/skills/my-pdf/SKILL.md",
    args: { name: "pdf", folder: "my-pdf" },
  };
  const memory = scanRoot(fs, root, { nowMs: 1e12 });
  expect(memory).toMatchObject({ findings: [finding] });
  expect(scanRoot(fs, root, { nowMs: 1e12, memory })).toMatchObject({ findings: [finding] });
});

test("a skill without a name is named after its folder", () => {
  const found = scan({ "/skills/pdf/SKILL.md": "---\ndescription: Reads PDF files.\n---\n" });
  expect(found.skills.get("/skills/pdf")?.name).toBe("pdf");
});

test("only what resolution needs is kept", () => {
  const more = "tags: [a, b]\npriority: 3\nlicense: MIT\nmetadata:\n  os: linux\n";
  const found = scan({ "/skills/pdf/SKILL.md": skill("pdf", more) });
  expect(found.skills.get("/skills/pdf")?.traits).toEqual({
    tags: ["a", "b"],
    priority: 3,
    metadata: { os: "linux" },
  });
});

test("a strict root, such as an Agent Plugin's, omits skills that violate the standard, with a finding", () => {
  const files = {
    "/skills/good/SKILL.md": skill("good"),
    "/skills/other/SKILL.md": skill("another-name"),
    "/skills/Bad_Name/SKILL.md": skill("Bad_Name"),
    "/skills/long/SKILL.md": `---\nname: long\ndescription: ${"x".repeat(limits.descriptionLength + 1)}\n---\n`,
    "/skills/twice/SKILL.md": "---\nname: twice\nname: twice\ndescription: Does twice.\n---\n",
  };
  const found = scan(files, { root: { ...root, strict: true } });
  expect(directoriesOf(found)).toEqual(["/skills/good"]);
  expect(found.findings.map(({ code }) => code)).toEqual(Array(4).fill("skill-nonconforming"));
  expect(scan(files).skills.size).toBe(5);
});

test("a missing or vanishing root has no skills and is not a finding", () => {
  expect(scan({ "/other/file": "x" })).toMatchObject({ findings: [] });
  const fs = createMemoryFileSystem({ "/skills/pdf/SKILL.md": skill("pdf") });
  const vanishing: FileSystem = {
    ...fs,
    list: (path) => {
      throw new SkillError("file-missing", { path });
    },
  };
  expect(scanRoot(vanishing, root, { nowMs: 0 })).toMatchObject({ findings: [] });
});

test("an unreadable folder is a finding and hides only itself", () => {
  const fs = createMemoryFileSystem({
    "/skills/group/x/SKILL.md": skill("x"),
    "/skills/pdf/SKILL.md": skill("pdf"),
  });
  const guarded: FileSystem = {
    ...fs,
    list: (path) => {
      if (path === "/skills/group") throw new SkillError("file-forbidden", { path });
      return fs.list(path);
    },
  };
  const found = scanRoot(guarded, root, { nowMs: 0 });
  expect(directoriesOf(found)).toEqual(["/skills/pdf"]);
  expect(found.findings).toEqual([
    {
      code: "folder-unreadable",
      severity: "warning",
      path: "/skills/group",
      args: { reason: "file-forbidden" },
    },
  ]);
});
