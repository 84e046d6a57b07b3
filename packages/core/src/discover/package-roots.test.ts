import { expect, test } from "vitest";
import { bytesOf } from "../fs/contract.ts";
import { createMemoryFileSystem, type MemoryFiles } from "../fs/memory.ts";
import { findPackageRoots, type PackageRoots } from "./package-roots.ts";

const agentPlugin = (name: string, more: object = {}): string =>
  JSON.stringify({ $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json", name, ...more });
const named = (name: string): string => JSON.stringify({ name });

function findIn(files: MemoryFiles, depth = 2): PackageRoots {
  return findPackageRoots(createMemoryFileSystem(files), [{ path: "/p", depth, client: "universal" }]);
}

const namesOf = ({ roots }: PackageRoots): readonly (string | undefined)[] =>
  roots.map((root) => root.package);

test("each kind of manifest defines a package, and its name is the namespace of its skills", () => {
  expect(
    findIn({
      "/p/a/plugin.json": agentPlugin("standard"),
      "/p/a/skills/x/SKILL.md": "",
      "/p/b/.claude-plugin/plugin.json": JSON.stringify({ name: "claude", skills: "./more" }),
      "/p/b/more/x/SKILL.md": "",
      "/p/c/package.agent.json": named("uaaps"),
      "/p/c/skills/x/SKILL.md": "",
      "/p/d/aam.yaml": "name: aam\nartifacts:\n  skills:\n    - name: x\n      path: lib/x\n",
      "/p/d/lib/x/SKILL.md": "",
    }),
  ).toEqual({
    roots: [
      {
        path: "/p/a/skills",
        scope: "package",
        client: "universal",
        package: "standard",
        strict: true,
        depth: 1,
      },
      { path: "/p/b/more", scope: "package", client: "universal", package: "claude", depth: 1 },
      { path: "/p/c/skills", scope: "package", client: "universal", package: "uaaps", depth: 1 },
      { path: "/p/d/lib/x", scope: "package", client: "universal", package: "aam", depth: 1 },
    ],
    findings: [],
  });
});

test("S0-15: scoped packages are two levels deep and stay distinct", () => {
  const found = findIn({
    "/p/@acme/review/package.agent.json": named("@acme/review"),
    "/p/@acme/review/skills/x/SKILL.md": "",
    "/p/review/package.agent.json": named("review"),
    "/p/review/skills/x/SKILL.md": "",
  });
  expect(found.findings).toEqual([]);
  expect(namesOf(found)).toEqual(["review", "acme--review"]);
});

test("packages that are too deep, hidden or nested in others are ignored", () => {
  const found = findIn({
    "/p/a/b/c/plugin.json": agentPlugin("deep"),
    "/p/a/b/c/skills/x/SKILL.md": "",
    "/p/.tmp/plugin.json": agentPlugin("hidden"),
    "/p/.tmp/skills/x/SKILL.md": "",
    "/p/node_modules/plugin.json": agentPlugin("module"),
    "/p/node_modules/skills/x/SKILL.md": "",
    "/p/outer/plugin.json": agentPlugin("outer"),
    "/p/outer/inner/plugin.json": agentPlugin("inner"),
    "/p/outer/inner/skills/x/SKILL.md": "",
    "/p/plugin.json": agentPlugin("the-folder-itself"),
    "/p/skills/x/SKILL.md": "",
  });
  expect(found).toEqual({ roots: [], findings: [] });
});

test("only the newest of several versions counts, and never one marked as replaced", () => {
  const plugin = (place: string, skill: string): MemoryFiles => ({
    [`/p/cache/market/${place}/.claude-plugin/plugin.json`]: named("tool"),
    [`/p/cache/market/${place}/skills/${skill}/SKILL.md`]: "",
  });
  const found = findIn(
    {
      ...plugin("tool/1.9.0", "dropped"),
      ...plugin("tool/1.10.0", "kept"),
      ...plugin("tool/2.0.0", "removed"),
      "/p/cache/market/tool/2.0.0/.orphaned_at": "1",
    },
    4,
  );
  expect(found.roots.map(({ path }) => path)).toEqual(["/p/cache/market/tool/1.10.0/skills"]);
});

test("packages with the same name in different places all count", () => {
  const found = findIn(
    {
      "/p/one/tool/1.0.0/plugin.json": agentPlugin("tool"),
      "/p/one/tool/1.0.0/skills/x/SKILL.md": "",
      "/p/two/tool/2.0.0/plugin.json": agentPlugin("tool"),
      "/p/two/tool/2.0.0/skills/x/SKILL.md": "",
    },
    3,
  );
  expect(found.roots.map(({ path }) => path)).toEqual([
    "/p/one/tool/1.0.0/skills",
    "/p/two/tool/2.0.0/skills",
  ]);
});

test("S3-66: the package installed last comes first", () => {
  const fs = createMemoryFileSystem({ "/p/a/skills/x/SKILL.md": "", "/p/b/skills/x/SKILL.md": "" });
  const install = (name: string): void => fs.write(`/p/${name}/plugin.json`, bytesOf(agentPlugin(name)));
  const find = (): PackageRoots => findPackageRoots(fs, [{ path: "/p", depth: 1, client: "universal" }]);
  install("b");
  install("a");
  expect(namesOf(find())).toEqual(["a", "b"]);
  install("b");
  expect(namesOf(find())).toEqual(["b", "a"]);
});

test("package folders keep their order, and a project's packages belong to the project", () => {
  const fs = createMemoryFileSystem({
    "/home/p/a/plugin.json": agentPlugin("home"),
    "/home/p/a/skills/x/SKILL.md": "",
    "/repo/p/a/plugin.json": agentPlugin("project"),
    "/repo/p/a/skills/x/SKILL.md": "",
  });
  expect(
    findPackageRoots(fs, [
      { path: "/repo/p", depth: 1, client: "universal", project: "/repo" },
      { path: "/nowhere", depth: 1, client: "universal" },
      { path: "/home/p", depth: 1, client: "cursor" },
    ]).roots,
  ).toEqual([
    {
      path: "/repo/p/a/skills",
      scope: "package",
      client: "universal",
      package: "project",
      project: "/repo",
      strict: true,
      depth: 1,
    },
    { path: "/home/p/a/skills", scope: "package", client: "cursor", package: "home", strict: true, depth: 1 },
  ]);
});

test("standard §7.5: unknown fields are reported, and the skills are still found", () => {
  const found = findIn({
    "/p/a/plugin.json": agentPlugin("a", { skills: "../.." }),
    "/p/a/skills/x/SKILL.md": "",
  });
  expect(namesOf(found)).toEqual(["a"]);
  expect(found.findings).toEqual([
    { code: "package-field-unknown", severity: "info", path: "/p/a/plugin.json", args: { field: "skills" } },
  ]);
});

test("the standard's manifest takes precedence over an agent's own, but one of an unknown format does not", () => {
  const claude = { "/p/a/.claude-plugin/plugin.json": named("claude"), "/p/a/skills/x/SKILL.md": "" };
  expect(namesOf(findIn({ ...claude, "/p/a/plugin.json": agentPlugin("standard") }))).toEqual(["standard"]);
  expect(namesOf(findIn({ ...claude, "/p/a/plugin.json": named("copilot") }))).toEqual(["claude"]);
  expect(namesOf(findIn({ ...claude, "/p/a/plugin.json": agentPlugin("Broken") }))).toEqual([]);
});

test("a package without skills is fine; one that names a missing folder is reported", () => {
  expect(findIn({ "/p/a/plugin.json": agentPlugin("a") })).toEqual({ roots: [], findings: [] });
  expect(
    findIn({ "/p/a/.claude-plugin/plugin.json": JSON.stringify({ name: "a", skills: "gone" }) }),
  ).toEqual({
    roots: [],
    findings: [
      {
        code: "package-manifest-invalid",
        severity: "error",
        path: "/p/a",
        args: { reason: "gone is not a folder" },
      },
    ],
  });
});

test("a broken package is reported and hides no other", () => {
  const found = findIn({
    "/p/a/plugin.json": "{",
    "/p/b/.claude-plugin/plugin.json": "[]",
    "/p/c/aam.yaml": "a: [",
    "/p/d/package.agent.json": "{}",
    "/p/e/.claude-plugin/marketplace.json": "{}",
    "/p/good/plugin.json": agentPlugin("good"),
    "/p/good/skills/x/SKILL.md": "",
  });
  expect(namesOf(found)).toEqual(["good"]);
  expect(
    found.findings.map(({ code, severity, path, args }) => [
      code,
      severity,
      path,
      args && "reason" in args ? args.reason : undefined,
    ]),
  ).toEqual([
    ["package-manifest-invalid", "error", "/p/a/plugin.json", "it is not a map of fields"],
    ["package-manifest-invalid", "error", "/p/b/.claude-plugin/plugin.json", "it is not a map of fields"],
    ["package-manifest-invalid", "error", "/p/c/aam.yaml", "it is not a map of fields"],
    ["package-manifest-invalid", "error", "/p/d/package.agent.json", "it has no name"],
  ]);
});

test("a byte order mark does not matter", () => {
  expect(
    namesOf(findIn({ "/p/a/plugin.json": `\uFEFF${agentPlugin("a")}`, "/p/a/skills/x/SKILL.md": "" })),
  ).toEqual(["a"]);
});
