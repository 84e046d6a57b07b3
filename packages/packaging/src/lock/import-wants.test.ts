import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createTree } from "../tree/file-tree.ts";
import { exportSkillsLock } from "./export-skills-lock.ts";
import { importWants } from "./import-wants.ts";
import { lockedSkill } from "./test-lock.ts";

test("the lock of npx skills", () => {
  const skills = {
    pdf: {
      source: "acme/skills",
      sourceType: "github",
      ref: "main",
      skillPath: "office/pdf/SKILL.md",
      computedHash: "ab",
    },
    root: { source: "acme/root", sourceType: "github", skillPath: "SKILL.md", computedHash: "ab" },
    lib: { source: "@acme/lib", sourceType: "node_modules", computedHash: "ab" },
    own: { source: "./skills/own", sourceType: "local", computedHash: "ab" },
    web: { source: "skills.example.com", sourceType: "well-known", computedHash: "ab" },
    far: {
      source: "x/y",
      sourceUrl: "https://git.acme.dev/x/y.git",
      sourceType: "git",
      ref: "v1",
      skillPath: "a/SKILL.md",
    },
    odd: { sourceType: "github" },
    "../evil": { source: "acme/evil", sourceType: "github" },
  };
  expect(importWants(JSON.stringify({ version: 1, skills }), "/p/skills-lock.json")).toEqual({
    skills: [
      { name: "pdf", source: "github:acme/skills/office/pdf@main" },
      { name: "root", source: "github:acme/root" },
      { name: "lib", source: "npm:@acme/lib" },
      { name: "own", source: "./skills/own" },
      { name: "web", source: "https://skills.example.com#web" },
      { name: "far", source: "git+https://git.acme.dev/x/y.git#v1:a" },
    ],
    notCarried: [
      "odd has no source that can be fetched",
      "the hashes: they cannot be computed from the installed files",
      '"../evil" has a name, source or range that is not usable here',
    ],
  });
  const user = {
    version: 3,
    skills: {
      pdf: {
        source: "acme/skills",
        sourceType: "github",
        sourceUrl: "https://github.com/acme/skills.git",
        skillFolderHash: "",
      },
    },
  };
  expect(importWants(JSON.stringify(user), "/home/u/.agents/.skill-lock.json")).toEqual({
    skills: [{ name: "pdf", source: "github:acme/skills" }],
    notCarried: [],
  });
});

test("the lock of apm", () => {
  const text = `lockfile_version: '1'
dependencies:
- repo_url: acme/skills
  host: github.com
  resolved_ref: b29e7cf6
  virtual_path: skills/pdf
- repo_url: team/tools
  host: git.acme.dev
  constraint: ^1.2.0
  depth: 1
- repo_url: other/deep
  depth: 2
  resolved_by: team/tools
`;
  expect(importWants(text, "apm.lock.yaml")).toEqual({
    skills: [
      { name: "pdf", source: "github:acme/skills/skills/pdf@b29e7cf6" },
      { name: "tools", source: "git+https://git.acme.dev/team/tools", range: "^1.2.0" },
    ],
    notCarried: ["1 dependencies of dependencies: they are resolved again"],
  });
});

test("manifests and locks of UAAPS and AAM (C-29)", () => {
  const manifest = {
    name: "app",
    version: "1.0.0",
    dependencies: { "@acme/base": "^1.0.0", any: "*" },
    optionalDependencies: { extra: "~2.1.0" },
    resolutions: { any: "1.0.0" },
  };
  expect(importWants(JSON.stringify(manifest), "package.agent.json")).toEqual({
    skills: [
      { name: "acme--base", source: "hub:@acme/base", range: "^1.0.0" },
      { name: "any", source: "hub:any" },
      { name: "extra", source: "hub:extra", range: "~2.1.0", optional: true },
    ],
    notCarried: ["resolutions has no counterpart here"],
  });
  const lock = {
    lockVersion: 2,
    resolved: {
      base: { version: "1.2.3", source: { type: "registry", name: "base" }, integrity: "sha256-x" },
      own: { version: "1.0.0", source: { type: "file", path: "./own" } },
      market: { version: "1.0.0", source: "marketplace:acme/skills" },
      lib: { version: "2.0.0", source: "npm:@acme/lib" },
    },
  };
  expect(importWants(JSON.stringify(lock), "package.agent.lock").skills).toEqual([
    { name: "base", source: "hub:base", range: "1.2.3" },
    { name: "own", source: "./own" },
    { name: "market", source: "github:acme/skills" },
    { name: "lib", source: "npm:@acme/lib", range: "2.0.0" },
  ]);
  expect(importWants('name: app\ndependencies:\n  base: ">=1.0.0,<2.0.0"\n', "aam.yaml").skills).toEqual([
    { name: "base", source: "hub:base", range: ">=1.0.0,<2.0.0" },
  ]);
  const aam =
    "packages:\n  base:\n    version: 1.0.0\n    source: local\n    source_name: awesome\n    source_commit: abc\n";
  expect(importWants(aam, ".aam/aam-lock.yaml")).toEqual({
    skills: [{ name: "base", source: "hub:base", range: "1.0.0" }],
    notCarried: ["base came from the git source awesome, whose address is not in the lock"],
  });
});

test("both kinds of skills.json", () => {
  const oci = {
    skills: [
      { name: "pdf", source: "ghcr.io/acme/pdf", version: "1.0.0" },
      { name: "x", source: "r/x", version: "edge" },
      7,
    ],
  };
  expect(importWants(JSON.stringify(oci), "skills.json")).toEqual({
    skills: [
      { name: "pdf", source: "oci:ghcr.io/acme/pdf", range: "1.0.0" },
      { name: "x", source: "oci:r/x:edge" },
    ],
    notCarried: ["an entry has no name or source"],
  });
  const map = {
    installDir: ".agents/skills",
    skills: {
      pr: "https://github.com/a/b.git#89bd&path:/skills/pr",
      own: "link:./own",
      lib: "npm:@a/lib#path:/x",
    },
  };
  expect(importWants(JSON.stringify(map), "skills.json")).toEqual({
    skills: [
      { name: "pr", source: "git+https://github.com/a/b.git#89bd:skills/pr" },
      { name: "own", source: "./own" },
      { name: "lib", source: "npm:@a/lib" },
    ],
    notCarried: ["installDir: agents are chosen by name here"],
  });
});

test.each([
  ["an unknown file", "{}", "package.json"],
  ["no JSON", "{", "skills-lock.json"],
  ["a list", "[]", "skills-lock.json"],
  ["no YAML", "a: [", "aam.yaml"],
  ["too much", " ".repeat(9_000_000), "aam.yaml"],
])("%s is an error", (_, text, file) => {
  expect(() => importWants(text, file)).toThrow(expect.objectContaining({ code: "lock-unreadable" }));
});

test("a lock for npx skills has that tool's hash: names and bytes one after the other, without links and modules", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const tree = createTree(
    [
      { path: "b.md", bytes: bytes("2"), executable: false },
      { path: "SKILL.md", bytes: bytes("1"), executable: false },
      { path: "a.md", bytes: bytes("3"), executable: false },
      { path: "node_modules/x.js", bytes: bytes("4"), executable: false },
      { path: "link.md", linksTo: "a.md" },
    ],
    "x",
  );
  const locked = lockedSkill("pdf", { source: "github:acme/skills", path: "office/pdf", resolved: "89bd" });
  expect(JSON.parse(exportSkillsLock([{ locked, tree }]))).toEqual({
    version: 1,
    skills: {
      pdf: {
        source: "acme/skills",
        ref: "89bd",
        sourceType: "github",
        skillPath: "office/pdf/SKILL.md",
        computedHash: createHash("sha256").update("a.md3b.md2SKILL.md1").digest("hex"),
      },
    },
  });
  const again = importWants(exportSkillsLock([{ locked, tree }]), "skills-lock.json");
  expect(again.skills).toEqual([{ name: "pdf", source: "github:acme/skills/office/pdf@89bd" }]);
});
