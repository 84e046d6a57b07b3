import { expect, test } from "vitest";
import {
  baseName,
  foldersUpward,
  isInside,
  joinPath,
  parentFolder,
  partsBelow,
  relativePath,
} from "./path.ts";

test.each([
  ["/a", "/a", true],
  ["/a", "/a/b", true],
  ["/a", "/ab", false],
  ["/a/b", "/a", false],
  ["/", "/a", true],
  ["C:/", "C:/a", true],
])("%s contains %s: %s", (folder, path, expected) => {
  expect(isInside(folder, path)).toBe(expected);
  expect(relativePath(folder, path) !== undefined).toBe(expected);
});

test("join and split are inverse, including at the root", () => {
  for (const folder of ["/", "C:/", "/a", "/a/b", "a"]) {
    expect(relativePath(folder, joinPath(folder, "x/y"))).toBe("x/y");
    expect(partsBelow(folder, joinPath(folder, "x/y"))).toEqual(["x", "y"]);
    expect(baseName(joinPath(folder, "x"))).toBe("x");
    expect(parentFolder(joinPath(folder, "x"))).toBe(folder);
  }
  expect([relativePath("/a", "/a"), partsBelow("/a", "/a"), parentFolder("/"), parentFolder("a")]).toEqual([
    ".",
    [],
    undefined,
    undefined,
  ]);
});

test("a folder and its parents come innermost first", () => {
  expect(foldersUpward("/a/b")).toEqual(["/a/b", "/a", "/"]);
  expect(foldersUpward("C:/a")).toEqual(["C:/a", "C:/"]);
});
