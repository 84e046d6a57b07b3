import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createNodeFileSystem } from "@skillwright/core/node";
import { expect, test } from "vitest";
import { createTestFolder } from "../tools/test-tools.ts";
import { type GrantedPaths, grantPaths, type PathPlace } from "./grant-paths.ts";

function grant(
  asked: readonly string[],
  more: Partial<PathPlace> = {},
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

test("S3-44: folders of the workspace are granted, by where they really are", () => {
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
])("S3-44: %j is not granted (%s), and that is said", (path, reason) => {
  const { writable, warnings } = grant([path]);
  expect({ writable, warnings }).toEqual({
    writable: [],
    warnings: [{ kind: "path-not-granted", path, reason }],
  });
});

test("a folder next to the workspace whose name begins like it is outside", () => {
  const folder = createTestFolder();
  for (const name of ["work", "work-2"]) mkdirSync(`${folder}/${name}`);
  writeFileSync(`${folder}/work-2/x`, "");
  expect(grant(["../work-2"], { workspace: `${folder}/work` }).writable).toEqual([]);
});

test("what a policy keeps from being changed is not granted", () => {
  const { writable, warnings } = grant(["out"], { mayWriteBelow: () => false });
  expect({ writable, warnings }).toEqual({
    writable: [],
    warnings: [{ kind: "path-not-granted", path: "out", reason: "denied" }],
  });
});

test("what the host granted is granted, asked for or not, and a skill may ask for a part of it", () => {
  const host = createTestFolder({ "deep/x": "" });
  const { writable, warnings } = grant([`${host}/deep`, host, `${host}/new`], { granted: [host] });
  expect({ writable, warnings }).toEqual({ writable: [host], warnings: [] });
});

test("a list without end is looked at up to its bound", () => {
  const { writable, warnings } = grant(Array.from({ length: 100 }, () => "out"));
  expect(writable).toHaveLength(1);
  expect(warnings).toEqual([{ kind: "paths-not-read", count: 36 }]);
});

test("of a whole workspace, what git and agents run unasked stays as it is", () => {
  const { writable, sealed, root } = grant(["."]);
  expect({ writable, sealed }).toEqual({ writable: [`${root}/work`], sealed: [`${root}/work/.git`] });
});

test("S3-44: of a workspace that is a whole home folder, nothing is granted for the asking", () => {
  const asked = [".", "out", "deep/er"];
  expect(grant(asked, { isHidden: true })).toMatchObject({
    writable: [],
    warnings: asked.map((path) => ({ kind: "path-not-granted", path, reason: "outside" })),
  });
});
