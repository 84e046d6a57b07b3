import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createNodeFileSystem } from "@skillwright/core/node";
import { expect, test } from "vitest";
import { createTestFolder } from "../tools/test-tools.ts";
import { type GrantedPaths, grantPaths, type PathContext } from "./grant-paths.ts";
import { formatScriptWarning } from "./script-warning.ts";

function grant(
  asked: readonly string[],
  more: Partial<PathContext> = {},
): GrantedPaths & { readonly root: string } {
  const folder = createTestFolder({
    "work/out/a.txt": "a",
    "work/deep/er/b.txt": "b",
    "else/c.txt": "c",
    "work/skill/SKILL.md": "",
    "work/.git/HEAD": "",
    "work/.git/hooks/x": "",
  });
  symlinkSync(`${folder}/else`, `${folder}/work/leak`);
  symlinkSync(`${folder}/nowhere`, `${folder}/work/dangling`);
  symlinkSync(`${folder}/work/out`, `${folder}/work/alias`);
  const place = {
    fs: createNodeFileSystem(),
    workspace: `${folder}/work`,
    isHidden: false,
    granted: [],
    directory: `${folder}/work/skill`,
    mayWriteBelow: () => true,
  };
  return { root: folder, ...grantPaths(asked, { ...place, ...more }) };
}

test("S3-44: folders of the workspace are granted, by their real path", () => {
  const { writable, warnings, root: folder } = grant(["out", "./deep/er", "alias", "out/../out"]);
  expect({ writable, warnings }).toEqual({
    writable: [`${folder}/work/out`, `${folder}/work/deep/er`],
    warnings: [],
  });
});

test.each([
  ["/etc", "outside"],
  ["/", "outside"],
  ["..", "outside"],
  ["../else", "outside"],
  ["leak", "outside"],
  ["leak/deeper", "outside"],
  ["out/../../else", "outside"],
  ["dangling", "unclear"],
  ["~", "unclear"],
  ["~/notes", "unclear"],
  ["$HOME/x", "unclear"],
  ["", "unclear"],
  ["out\0", "unclear"],
  ["new", "missing"],
  ["out/a.txt", "missing"],
  ["/proc/self/cwd", "outside"],
  ["skill", "sealed"],
  [".git", "sealed"],
  [".git/hooks", "sealed"],
  ["out/.Git/x", "sealed"],
])("S3-44: %j is not granted (%s), with a warning", (path, reason) => {
  const { writable, warnings } = grant([path]);
  expect({ writable, warnings }).toEqual({
    writable: [],
    warnings: [{ kind: "path-not-granted", path, reason }],
  });
});

test("a sibling of the workspace with the same prefix is outside", () => {
  const folder = createTestFolder();
  for (const name of ["work", "work-2"]) mkdirSync(`${folder}/${name}`);
  writeFileSync(`${folder}/work-2/x`, "");
  expect(grant(["../work-2"], { workspace: `${folder}/work` }).writable).toEqual([]);
});

test("a folder a policy protects is not granted", () => {
  const { writable, warnings } = grant(["out"], { mayWriteBelow: () => false });
  expect({ writable, warnings }).toEqual({
    writable: [],
    warnings: [{ kind: "path-not-granted", path: "out", reason: "denied" }],
  });
});

test("the host's grants apply whether requested or not, and a skill can request part of one", () => {
  const host = createTestFolder({ "deep/x": "" });
  const { writable, warnings } = grant([`${host}/deep`, host, `${host}/new`], { granted: [host] });
  expect({ writable, warnings }).toEqual({ writable: [host], warnings: [] });
});

test("a huge list is read up to its limit", () => {
  const { writable, warnings } = grant(Array.from({ length: 100 }, () => "out"));
  expect(writable).toHaveLength(1);
  expect(warnings).toEqual([{ kind: "paths-not-read", count: 36 }]);
});

test("in a project the host granted, what git and agents obey is sealed, whether it exists or not", () => {
  const project = createTestFolder({ ".git/hooks/x": "", ".git/HEAD": "", ".vscode/tasks.json": "" });
  const { writable, sealed, warnings } = grant([project, `${project}/sub`], { granted: [project] });
  expect({ writable, warnings }).toEqual({ writable: [project], warnings: [] });
  for (const name of [".git/hooks", ".git/config", ".git/commondir", ".vscode", ".claude", ".mcp.json"])
    expect(sealed).toContain(`${project}/${name}`);
  expect(sealed).not.toContain(`${project}/.git`);
});

test("a folder that a skill requested is sealed like one that the host granted", () => {
  const { sealed, root } = grant(["out"]);
  expect(sealed).toContain(`${root}/work/out/.git`);
});

test.each([".git", ".husky", ".agents", ".claude", ".codex", ".cursor", ".idea", ".vscode"])(
  "S3-44: a folder with %s is a project and not granted on request",
  (name) => {
    const workspace = createTestFolder({ [`sub/${name}/x`]: "", "sub/src/x": "" });
    expect(grant(["sub", "sub/src"], { workspace })).toMatchObject({
      writable: [`${workspace}/sub/src`],
      warnings: [{ kind: "path-not-granted", path: "sub", reason: "project" }],
    });
  },
);

test("S3-44: a whole workspace is not granted on request, whatever its name and however empty", () => {
  const workspace = createTestFolder();
  symlinkSync(".", `${workspace}/self`);
  for (const path of [".", "./", "self", workspace])
    expect(grant([path], { workspace })).toMatchObject({
      writable: [],
      sealed: [],
      warnings: [{ kind: "path-not-granted", path, reason: "project" }],
    });
});

test("the warning says who can grant it", () => {
  const warning = { kind: "path-not-granted", path: ".", reason: "project" } as const;
  expect(formatScriptWarning(warning)).toBe(
    "The skill may not write to .: it is a whole project, whose settings control what other programs do. Ask for a folder inside it, or grant all of it with exec --write DIR or the session's `scripts.writable`.",
  );
});

test("S3-44: in a workspace that is a whole home folder, nothing is granted on request", () => {
  const asked = [".", "out", "deep/er"];
  expect(grant(asked, { isHidden: true })).toMatchObject({
    writable: [],
    warnings: asked.map((path) => ({ kind: "path-not-granted", path, reason: "outside" })),
  });
});

test("T6: a folder around the skill is not granted: its content could be replaced", () => {
  const folder = createTestFolder({ "work/skills/mine/SKILL.md": "", "work/other/a.txt": "" });
  const place = {
    fs: createNodeFileSystem(),
    workspace: `${folder}/work`,
    isHidden: false,
    granted: [],
    directory: `${folder}/work/skills/mine`,
    mayWriteBelow: () => true,
  };
  expect(grantPaths(["skills", "other"], place)).toMatchObject({
    writable: [`${folder}/work/other`],
    warnings: [{ kind: "path-not-granted", path: "skills", reason: "project" }],
  });
});
