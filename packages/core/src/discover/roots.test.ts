import { expect, test } from "vitest";
import { codeOf } from "../fs/contract.ts";
import { createMemoryFileSystem, type MemoryFiles } from "../fs/memory.ts";
import { clients } from "./clients.ts";
import { discoverLimits } from "./limits.ts";
import { findRoots, type Place } from "./roots.ts";

const place: Place = { cwd: "/home/ada/repo", home: "/home/ada", platform: "linux", dataFolder: "/data" };

/** A file system with one skill in each folder. */
function withSkills(...folders: readonly string[]): MemoryFiles {
  return Object.fromEntries(folders.map((folder) => [`${folder}/pdf/SKILL.md`, ""]));
}

function pathsIn(files: MemoryFiles, more: Partial<Place> = {}): readonly string[] {
  const { roots } = findRoots(createMemoryFileSystem(files), { ...place, ...more });
  return roots.map(({ path }) => path);
}

test("S0-13, S0-14, S0-16: enterprise, project, personal, packages, in this order", () => {
  const plugin = { "/data/packages/tool/.claude-plugin/plugin.json": '{"name":"tool"}' };
  const fs = createMemoryFileSystem({
    ...withSkills("/home/ada/.claude/skills", "/home/ada/repo/.claude/skills", "/etc/skillwright/skills"),
    ...withSkills("/data/packages/tool/skills"),
    ...plugin,
    "/home/ada/repo/.git/HEAD": "",
  });
  expect(findRoots(fs, place)).toEqual({
    roots: [
      { path: "/etc/skillwright/skills", scope: "enterprise", client: "universal" },
      {
        path: "/home/ada/repo/.claude/skills",
        scope: "project",
        client: "claude-code",
        project: "/home/ada/repo",
      },
      {
        path: "/home/ada/.claude/skills",
        scope: "personal",
        client: "claude-code",
        linksWithin: "/home/ada",
      },
      {
        path: "/data/packages/tool/skills",
        scope: "package",
        client: "universal",
        package: "tool",
        depth: 1,
      },
    ],
    findings: [],
  });
});

test("S0-13: every folder that UAAPS names is searched", () => {
  const folders = [
    "/home/ada/repo/skills",
    "/home/ada/repo/.claude/skills",
    "/home/ada/repo/.github/skills",
    "/home/ada/.claude/skills",
    "/home/ada/.github/skills",
  ];
  expect(pathsIn({ ...withSkills(...folders), "/home/ada/repo/.git/HEAD": "" }).toSorted()).toEqual(
    folders.toSorted(),
  );
});

test("S0-18: every folder of every client is found in its scope", () => {
  for (const { id, project, personal } of clients) {
    const wanted = [
      ...project.map((path) => `/home/ada/repo/${path}`),
      ...personal.map((path) => path.replace("~", "/home/ada")),
    ];
    expect(pathsIn(withSkills(...wanted), { clients: [id] }).toSorted(), id).toEqual(wanted.toSorted());
  }
});

test("S3-23: OmniForge's layers keep their scopes", () => {
  const fs = createMemoryFileSystem(
    withSkills(
      "/home/ada/.omniforge/skills",
      "/home/ada/.omniforge/enterprise/skills",
      "/home/ada/repo/.omniforge/skills",
    ),
  );
  expect(findRoots(fs, place).roots.map(({ scope, path }) => [scope, path])).toEqual([
    ["enterprise", "/home/ada/.omniforge/enterprise/skills"],
    ["project", "/home/ada/repo/.omniforge/skills"],
    ["personal", "/home/ada/.omniforge/skills"],
  ]);
});

test("standard §2 item 3: the enterprise folder is the platform's", () => {
  const files = withSkills(
    "/etc/skillwright/skills",
    "/etc/codex/skills",
    "/Library/Application Support/Skillwright/skills",
    "C:/ProgramData/Skillwright/skills",
  );
  expect(pathsIn(files)).toEqual(["/etc/skillwright/skills", "/etc/codex/skills"]);
  expect(pathsIn(files, { platform: "darwin" })).toEqual([
    "/Library/Application Support/Skillwright/skills",
    "/etc/codex/skills",
  ]);
  expect(pathsIn(files, { platform: "win32" })).toEqual(["C:/ProgramData/Skillwright/skills"]);
});

test("standard §2 item 6: the nearest folder of a project comes first, the nested ones last", () => {
  const repo = "/home/ada/repo";
  const files = {
    ...withSkills(`${repo}/.claude/skills`, `${repo}/apps/.agents/skills`, `${repo}/apps/web/.claude/skills`),
    ...withSkills(
      `${repo}/apps/web/ui/.claude/skills`,
      `${repo}/libs/.github/skills`,
      "/home/ada/.agents/skills",
    ),
    [`${repo}/.git/HEAD`]: "",
  };
  expect(pathsIn(files, { cwd: `${repo}/apps/web` })).toEqual([
    `${repo}/apps/web/.claude/skills`,
    `${repo}/apps/.agents/skills`,
    `${repo}/.claude/skills`,
    `${repo}/libs/.github/skills`,
    `${repo}/apps/web/ui/.claude/skills`,
    "/home/ada/.agents/skills",
  ]);
});

test("S0-17, C-17: nested folders count without a repository too, but not a plain skills folder", () => {
  const files = withSkills(
    "/srv/a/b/.claude/skills",
    "/srv/a/.github/skills",
    "/srv/a/c/skills",
    "/srv/a/skills",
  );
  const { roots } = findRoots(createMemoryFileSystem(files), { ...place, cwd: "/srv/a" });
  expect(roots.map(({ path, project }) => [path, project])).toEqual([
    ["/srv/a/skills", "/srv/a"],
    ["/srv/a/.github/skills", "/srv/a"],
    ["/srv/a/b/.claude/skills", "/srv/a"],
  ]);
});

test("standard §2 item 9: a nested folder that git ignores is skipped; the working folder never is", () => {
  const repo = "/home/ada/repo";
  const files = {
    ...withSkills(`${repo}/.claude/skills`, `${repo}/a/.claude/skills`, `${repo}/a/.agents/skills`),
    [`${repo}/.git/HEAD`]: "",
    [`${repo}/.gitignore`]: ".claude/\n",
  };
  expect(pathsIn(files)).toEqual([`${repo}/.claude/skills`, `${repo}/a/.agents/skills`]);
  expect(pathsIn(files, { cwd: `${repo}/a` })).toEqual([
    `${repo}/a/.agents/skills`,
    `${repo}/a/.claude/skills`,
    `${repo}/.claude/skills`,
  ]);
});

test("inside one folder the shared skills come before an agent's own", () => {
  const repo = "/home/ada/repo";
  const files = withSkills(`${repo}/.claude/skills`, `${repo}/.agents/skills`, `${repo}/.adal/skills`);
  expect(pathsIn(files)).toEqual([
    `${repo}/.agents/skills`,
    `${repo}/.adal/skills`,
    `${repo}/.claude/skills`,
  ]);
});

test("only the selected clients' folders count, and an unknown client is an error", () => {
  const files = withSkills("/home/ada/.claude/skills", "/home/ada/.codex/skills", "/home/ada/.agents/skills");
  expect(pathsIn(files, { clients: ["claude-code"] })).toEqual(["/home/ada/.claude/skills"]);
  expect(pathsIn(files, { clients: ["codex"] })).toEqual([
    "/home/ada/.agents/skills",
    "/home/ada/.codex/skills",
  ]);
  expect(codeOf(() => pathsIn(files, { clients: ["codexx"] }))).toBe("client-unknown");
});

test("in the home folder skills are personal, even if the home folder is a repository", () => {
  const files = withSkills("/home/ada/.claude/skills", "/home/ada/skills");
  const scopes = (all: MemoryFiles): readonly unknown[] =>
    findRoots(createMemoryFileSystem(all), { ...place, cwd: "/home/ada" }).roots.map((root) => [
      root.scope,
      root.path,
      root.project,
    ]);
  expect(scopes(files)).toEqual([["personal", "/home/ada/.claude/skills", undefined]]);
  const repository = {
    ...files,
    "/home/ada/.git/HEAD": "",
    "/home/ada/.agent-packages/a/package.agent.json": '{"name":"a"}',
    ...withSkills("/home/ada/.agent-packages/a/skills"),
  };
  expect(scopes(repository)).toEqual([
    ["project", "/home/ada/skills", "/home/ada"],
    ["personal", "/home/ada/.claude/skills", undefined],
    ["package", "/home/ada/.agent-packages/a/skills", undefined],
  ]);
});

test("packages of a project come before a person's and belong to the project", () => {
  const files = {
    ...withSkills("/home/ada/repo/.agent-packages/a/skills", "/home/ada/.agent-packages/b/skills"),
    ...withSkills("/home/ada/.claude/plugins/cache/market/c/1.0.0/skills"),
    "/home/ada/repo/.agent-packages/a/package.agent.json": '{"name":"a"}',
    "/home/ada/.agent-packages/b/package.agent.json": '{"name":"b"}',
    "/home/ada/.claude/plugins/cache/market/c/1.0.0/.claude-plugin/plugin.json": '{"name":"c"}',
    "/home/ada/.claude/plugins/marketplaces/market/d/.claude-plugin/plugin.json": '{"name":"d"}',
    ...withSkills("/home/ada/.claude/plugins/marketplaces/market/d/skills"),
  };
  const { roots } = findRoots(createMemoryFileSystem(files), place);
  expect(roots.map((root) => [root.package, root.client, root.project])).toEqual([
    ["a", "universal", "/home/ada/repo"],
    ["b", "universal", undefined],
    ["c", "claude-code", undefined],
  ]);
});

test("problems with the project's folders and with packages are reported", () => {
  const files: Record<string, string> = { "/home/ada/.agent-packages/a/plugin.json": "{" };
  for (let index = 0; index <= discoverLimits.nestedFolders; index++)
    files[`/home/ada/repo/d${index}/x`] = "";
  const { findings } = findRoots(createMemoryFileSystem(files), place);
  expect(findings.map(({ code, path }) => [code, path])).toEqual([
    ["walk-too-large", "/home/ada/repo"],
    ["package-manifest-invalid", "/home/ada/.agent-packages/a/plugin.json"],
  ]);
});

test("packages nested in a project belong to its parts, not to the project", () => {
  const files = {
    ...withSkills("/home/ada/repo/app/.agent-packages/a/skills"),
    "/home/ada/repo/app/.agent-packages/a/package.agent.json": '{"name":"a"}',
    "/home/ada/repo/.git/HEAD": "",
  };
  expect(pathsIn(files)).toEqual([]);
  expect(pathsIn(files, { cwd: "/home/ada/repo/app" })).toEqual([
    "/home/ada/repo/app/.agent-packages/a/skills",
  ]);
});

test("without a data folder, no other folder is used instead", () => {
  const fs = createMemoryFileSystem(withSkills("$data/packages/a/skills", "/packages/a/skills"));
  const { dataFolder: _, ...rest } = place;
  expect(findRoots(fs, rest)).toEqual({ roots: [], findings: [] });
});

test("standard §2 item 6: a config folder elsewhere is honoured when it is handed in", () => {
  const files = withSkills("/home/ada/.config/goose/skills", "/xdg/goose/skills");
  expect(pathsIn(files)).toEqual(["/home/ada/.config/goose/skills"]);
  expect(pathsIn(files, { configFolder: "/xdg" })).toEqual(["/xdg/goose/skills"]);
});

test("C-17: configured roots come first in their scope, keep their depth, and are kept even if missing", () => {
  const files = withSkills("/home/ada/.claude/skills", "/shared/skills");
  const shared = { path: "/shared/skills", scope: "personal", depth: 2 } as const;
  const gone = { path: "/gone", scope: "custom" } as const;
  const { roots } = findRoots(createMemoryFileSystem(files), { ...place, extra: [shared, gone] });
  expect(roots).toEqual([
    gone,
    shared,
    {
      path: "/home/ada/.claude/skills",
      scope: "personal",
      client: "claude-code",
      linksWithin: "/home/ada",
    },
  ]);
});

test("a folder reached twice counts once, with its first role", () => {
  const files = withSkills("/home/ada/.claude/skills");
  const extra = [
    { path: "/home/ada/.claude/skills", scope: "custom" },
    { path: "/home/ada/.claude/./skills", scope: "enterprise" },
  ] as const;
  expect(findRoots(createMemoryFileSystem(files), { ...place, extra }).roots).toEqual([extra[1]]);
});

test("a file where a folder should be is not a root", () => {
  expect(pathsIn({ "/home/ada/.claude/skills": "", "/home/ada/repo/skills": "" })).toEqual([]);
});
