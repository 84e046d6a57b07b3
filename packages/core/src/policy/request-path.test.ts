import { expect, test } from "vitest";
import type { FileSystem } from "../fs/file-system.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { createPathResolver } from "./request-path.ts";

/** A file system that counts its calls. */
function countingDisk(): { readonly fs: FileSystem; readonly asked: { lists: number; paths: number } } {
  const disk = createMemoryFileSystem({ "/work/docs/guide.md": "" });
  const asked = { lists: 0, paths: 0 };
  const list: FileSystem["list"] = (path) => {
    asked.lists++;
    return disk.list(path);
  };
  const realPath: FileSystem["realPath"] = (path) => {
    asked.paths++;
    return disk.realPath(path);
  };
  return { fs: { ...disk, list, realPath }, asked };
}

test.each([
  ["docs/guide.md", "/work/docs/guide.md"],
  ["docs/new/x.md", "/work/docs/new/x.md"],
  ["docs/new/../guide.md", "/work/docs/guide.md"],
  ["docs/new/x/../../guide.md", "/work/docs/guide.md"],
  ["docs/new/../../docs/guide.md/x", "/work/docs/guide.md/x"],
  ["docs/new/./../x.md", "/work/docs/x.md"],
  ["/missing/..", "/"],
  ["../x/y", "/x/y"],
  ["/", "/"],
])("%s resolves to %s", (path, real) => {
  expect(createPathResolver(countingDisk().fs, "/work")(path)).toBe(real);
});

test("many missing files of one folder cost one listing", () => {
  const { fs, asked } = countingDisk();
  const resolve = createPathResolver(fs, "/work");
  for (let file = 0; file < 1000; file++) resolve(`docs/new${file}.md`);
  expect(asked.lists).toBe(1);
});

test("paths below a missing folder need no disk access", () => {
  const { fs, asked } = countingDisk();
  expect(createPathResolver(fs, "/work")(`docs/${"a/".repeat(500)}x`)).toBe(
    `/work/docs/${"a/".repeat(500)}x`,
  );
  expect(asked).toEqual({ lists: 1, paths: 4 });
});

/** `/work/docs/link` leads to `/work/real`; `/dangling` leads nowhere. */
function linkedDisk(): FileSystem {
  const disk = createMemoryFileSystem({ "/work/docs/guide.md": "", "/work/real/a.md": "" });
  return {
    ...disk,
    realPath: (path) =>
      path.includes("/missing")
        ? undefined
        : disk.realPath(path.replace(/^\/work\/docs\/link(?=\/|$)/, "/work/real")),
    list: (path) =>
      path === "/" ? [...disk.list(path), { name: "dangling", kind: "symlink" }] : disk.list(path),
  };
}

test("a link after a missing folder is followed, and a dangling link at the root is unknown", () => {
  const resolve = createPathResolver(linkedDisk(), "/work");
  expect(resolve("docs/link/new.md")).toBe("/work/real/new.md");
  expect(resolve("docs/missing/../link/new.md")).toBe("/work/real/new.md");
  expect(resolve("/missing/..")).toBe("/");
  expect(resolve("/dangling")).toBeUndefined();
  expect(resolve("/new")).toBe("/new");
});
