import { expect, test } from "vitest";
import { contentOf, type TestFiles, treeOf } from "./contract.ts";
import { type FoundSkills, findSkills } from "./find-skills.ts";
import type { Fetched } from "./source.ts";

function skill(name: string, body = ""): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\n---\n${body}`;
}

function find(files: TestFiles, more: Omit<Fetched, "tree"> = {}): FoundSkills {
  return findSkills({ tree: treeOf(files), ...more }, "github:a/tools@v1");
}

function pathsOf({ skills }: FoundSkills): readonly string[] {
  return skills.map(
    ({ path, name, package: owner }) => `${path} ${owner === undefined ? "" : `${owner}:`}${name}`,
  );
}

test("skills are found at any depth, those in standard places first", () => {
  const found = find({
    "deep/er/still/one/SKILL.md": skill("one"),
    ".claude/skills/two/SKILL.md": skill("two"),
    "skills/group/three/SKILL.md": skill("three"),
    "skills/four/SKILL.md": skill("four"),
    "skills/four/sub/five/SKILL.md": skill("five"),
    "README.md": "x",
  });
  expect(pathsOf(found)).toEqual([
    "skills/four four",
    "skills/four/sub/five five",
    "skills/group/three three",
    ".claude/skills/two two",
    "deep/er/still/one one",
  ]);
  expect(found.findings).toEqual([]);
});

test("a skill has its files, and links to the rest of the source become copies", () => {
  const { skills } = find({
    "skills/a/SKILL.md": skill("a"),
    "skills/a/run.sh": "run:#!/bin/sh\n",
    "skills/a/LICENSE": "link:LICENSE",
    "skills/a/shared": "link:shared",
    "skills/a/again.sh": "link:skills/a/run.sh",
    "shared/x.md": "x",
    "shared/y.md": "link:shared/x.md",
    LICENSE: "MIT",
  });
  expect(skills.map(({ tree }) => contentOf(tree))).toEqual([
    {
      "SKILL.md": skill("a"),
      LICENSE: "MIT",
      "again.sh": "link:run.sh",
      "run.sh": "run:#!/bin/sh\n",
      "shared/x.md": "x",
      "shared/y.md": "link:shared/x.md",
    },
  ]);
});

test("a SKILL.md that is a link to another file of the source is read", () => {
  expect(pathsOf(find({ "skills/a/SKILL.md": "link:docs/a.md", "docs/a.md": skill("a") }))).toEqual([
    "skills/a a",
  ]);
});

test("a link to a folder around the skill breaks only this skill", () => {
  const found = find({
    "a/SKILL.md": skill("a"),
    "a/all": "link:.",
    "b/SKILL.md": skill("b"),
    "c/d/SKILL.md": skill("d"),
    "c/d/up": "link:c",
  });
  expect(pathsOf(found)).toEqual(["b b"]);
  expect(found.findings.map(({ code, path }) => `${path} ${code}`)).toEqual([
    "a/SKILL.md skill-unreadable",
    "c/d/SKILL.md skill-unreadable",
  ]);
});

test("broken skills are reported and hide no others", () => {
  const found = find({
    "skills/good/SKILL.md": skill("good"),
    "skills/none/SKILL.md": "no frontmatter",
    "skills/mute/SKILL.md": "---\nname: mute\n---\n",
    "skills/case/Skill.md": skill("case"),
    "skills/binary/SKILL.md": Uint8Array.of(0xff, 0xfe, 0),
  });
  expect(pathsOf(found)).toEqual(["skills/good good"]);
  expect(found.findings.map(({ code, path }) => `${path} ${code}`).sort()).toEqual([
    "skills/binary/SKILL.md frontmatter-invalid",
    "skills/case/Skill.md skill-unreadable",
    "skills/mute/SKILL.md skill-without-description",
    "skills/none/SKILL.md frontmatter-invalid",
  ]);
});

test("a skill without files that the source could not give is broken", () => {
  const found = find(
    { "skills/a/SKILL.md": skill("a"), "skills/b/SKILL.md": skill("b") },
    { leftOut: [{ path: "skills/a/leak", reason: "is a link that leads out of it" }, { path: "src/x" }] },
  );
  expect(pathsOf(found)).toEqual(["skills/b b"]);
  expect(found.findings).toEqual([
    {
      code: "skill-unreadable",
      severity: "error",
      path: "skills/a/SKILL.md",
      args: { reason: "leak is a link that leads out of it" },
    },
  ]);
});

test("files that are kept in Git LFS are reported", () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 9\n`;
  const found = find({ "skills/a/SKILL.md": skill("a"), "skills/a/model.bin": pointer });
  expect(pathsOf(found)).toEqual(["skills/a a"]);
  expect(found.findings).toEqual([
    {
      code: "skill-incomplete",
      severity: "warning",
      path: "skills/a/SKILL.md",
      args: { reason: "model.bin is kept in Git LFS" },
    },
  ]);
});

test("skills for tests and those of dependencies are left out, unless there are no others", () => {
  const fixture = { "tests/fixtures/x/SKILL.md": skill("x"), "node_modules/y/SKILL.md": skill("y") };
  expect(pathsOf(find({ ...fixture, "skills/a/SKILL.md": skill("a") }))).toEqual(["skills/a a"]);
  expect(pathsOf(find(fixture))).toEqual(["tests/fixtures/x x"]);
});

test("a .skillignore hides skills that are not meant for others", () => {
  expect(
    pathsOf(
      find({ ".skillignore": "internal/\n", "internal/a/SKILL.md": skill("a"), "b/SKILL.md": skill("b") }),
    ),
  ).toEqual(["b b"]);
});

test("the same skill in the folders of several agents is one skill, a different one with its name another", () => {
  const found = find({
    ".claude/skills/a/SKILL.md": skill("a"),
    ".agents/skills/a/SKILL.md": skill("a"),
    "skills/a/SKILL.md": skill("a"),
    "other/a/SKILL.md": skill("a", "different"),
  });
  expect(pathsOf(found)).toEqual(["skills/a a", "other/a a"]);
});

test("S3-66: skills of packages and plugins carry the name of their package", () => {
  const found = find({
    "package.agent.json": JSON.stringify({ name: "@org/root" }),
    "skills/a/SKILL.md": skill("a"),
    "plugins/p/.claude-plugin/plugin.json": JSON.stringify({ name: "p" }),
    "plugins/p/skills/b/SKILL.md": skill("b"),
    "plugins/q/.claude-plugin/plugin.json": "{",
    "plugins/q/skills/c/SKILL.md": skill("c"),
    "loose/d/SKILL.md": skill("d"),
  });
  expect(pathsOf(found)).toEqual([
    "plugins/p/skills/b p:b",
    "skills/a org--root:a",
    "loose/d d",
    "plugins/q/skills/c c",
  ]);
  expect(found.findings.map(({ code, path }) => `${path} ${code}`)).toEqual([
    "plugins/q/.claude-plugin/plugin.json package-manifest-invalid",
  ]);
});

test("plugins of a marketplace give their names to the skills they list", () => {
  const marketplace = {
    name: "m",
    plugins: [
      { name: "docs", source: "./", strict: false, skills: ["./skills/pdf", "./skills/docx"] },
      { name: "tools", source: "./plugins/tools" },
      { name: "away", source: { source: "github", repo: "x/y" } },
      { name: "out", source: "../out" },
    ],
  };
  const found = find({
    ".claude-plugin/marketplace.json": JSON.stringify(marketplace),
    "skills/pdf/SKILL.md": skill("pdf"),
    "skills/docx/SKILL.md": skill("docx"),
    "skills/other/SKILL.md": skill("other"),
    "plugins/tools/skills/x/SKILL.md": skill("x"),
  });
  expect(pathsOf(found)).toEqual([
    "plugins/tools/skills/x tools:x",
    "skills/docx docs:docx",
    "skills/other other",
    "skills/pdf docs:pdf",
  ]);
});

test("a strict package rejects skills that violate the standard", () => {
  const found = find({
    "plugin.json": JSON.stringify({
      $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
      name: "p",
    }),
    "skills/a/SKILL.md": skill("a"),
    "skills/b/SKILL.md": skill("B_b"),
  });
  expect(pathsOf(found)).toEqual(["skills/a p:a"]);
  expect(found.findings.map(({ code, path }) => `${path} ${code}`)).toEqual([
    "skills/b/SKILL.md skill-nonconforming",
  ]);
});

const monorepo: TestFiles = {
  "SKILL.md": skill(
    "root",
    "\n[guide](docs/guide.md) [folder](templates/) `scripts/run.py` [out](../x.md)\n",
  ),
  LICENSE: "MIT",
  "docs/guide.md": "[more](more.md) ![picture](../images/a.png) [code](https://a.b/src/app.ts)",
  "docs/more.md": "x",
  "docs/unrelated.md": "x",
  "images/a.png": "x",
  "images/b.png": "x",
  "templates/t/one.txt": "x",
  "scripts/run.py": "x",
  "references/r.md": "[data](../data/d.csv)",
  "assets/a.svg": "x",
  "data/d.csv": "x",
  "data/e.csv": "x",
  "src/app.ts": "x",
  "src/lib/b.ts": "x",
  "package.json": "{}",
  "skills/a/SKILL.md": skill("a"),
};

test("a SKILL.md at the root of a repository brings what it refers to, and says what was left out", () => {
  const { skills } = find(monorepo, { isRepository: true, leftOut: [{ path: "src/c.ts" }] });
  expect(skills.map(({ name }) => name)).toEqual(["root", "a"]);
  expect(Object.keys(contentOf(skills[0]?.tree ?? { entries: [] }))).toEqual([
    "LICENSE",
    "SKILL.md",
    "assets/a.svg",
    "data/d.csv",
    "docs/guide.md",
    "docs/more.md",
    "images/a.png",
    "references/r.md",
    "scripts/run.py",
    "templates/t/one.txt",
  ]);
  expect(skills.map(({ leftOut }) => leftOut)).toEqual([
    [
      { path: "data/", files: 1 },
      { path: "docs/", files: 1 },
      { path: "images/", files: 1 },
      { path: "package.json", files: 1 },
      { path: "src/", files: 3 },
    ],
    [],
  ]);
});

test("a folder or archive with a SKILL.md is the skill with all it has", () => {
  const { skills } = find(monorepo);
  expect(contentOf(skills[0]?.tree ?? { entries: [] })).toEqual(contentOf(treeOf(monorepo)));
});

test.each([
  ["github:acme/tools", "tools"],
  ["github:acme/tools@feature/x", "tools"],
  ["git+https://git.acme.dev/a/tools.git#v1:docs", "tools"],
  ["git@github.com:acme/tools.git", "tools"],
  ["ssh://git@acme.dev/tools.git#main", "tools"],
  ["npm:@acme/pdf@^1.0.0", "pdf"],
  ["./archives/pdf.tar.gz", "pdf"],
  ["./pdf/", "pdf"],
  ["//", "skill"],
])("a skill without a name at the root of %s is named %s", (source, name) => {
  const tree = treeOf({ "SKILL.md": "---\ndescription: x\n---\n" });
  expect(pathsOf(findSkills({ tree }, source))).toEqual([` ${name}`]);
});

test("links to folders of links do not multiply without end", () => {
  const files: Record<string, string> = { "a/SKILL.md": skill("a"), "z/SKILL.md": skill("z"), "l3/f": "x" };
  for (let index = 0; index < 60; index++) {
    files[`a/${index}`] = "link:l0";
    for (const level of [0, 1, 2]) files[`l${level}/${index}`] = `link:l${level + 1}`;
  }
  const found = find(files);
  expect(pathsOf(found)).toEqual(["z z"]);
  expect(found.findings.map(({ args }) => args)).toEqual([
    { reason: "its links lead to more than 50000 files" },
  ]);
});
