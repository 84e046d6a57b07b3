import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createTestFolder } from "../test-tools.ts";
import { anchorByDescriptor, anchorByPath, openFolder, withFolder } from "./anchored-folder.ts";
import { readInside } from "./read-inside.ts";
import { writeInside } from "./write-inside.ts";

const ways = [anchorByPath, ...(process.platform === "linux" ? [anchorByDescriptor] : [])];
const createId = (): string => "id";

describe.each(ways)("$name", (anchor) => {
  test("a folder is listed and entered, and files in it are read and written", () => {
    const root = createTestFolder({ "a/b/file": "text" });
    withFolder(openFolder(join(root, "a"), anchor), (folder) => {
      expect(folder.list()).toEqual([{ name: "b", kind: "directory" }]);
      withFolder(folder.enter("b"), (inner) => {
        inner.verify();
        expect(inner.list()).toEqual([{ name: "file", kind: "file" }]);
        expect(readFileSync(inner.at("file"), "utf8")).toBe("text");
      });
    });
    expect(readInside(join(root, "a/b/file"), 2, anchor)).toEqual({ bytes: Buffer.from("te"), size: 4 });
    expect(writeInside(join(root, "a/c/new"), Buffer.from("x"), { createId, anchor })).toEqual({
      created: true,
    });
    expect(readFileSync(join(root, "a/c/new"), "utf8")).toBe("x");
  });

  test("a link anywhere in the path is refused", () => {
    const root = createTestFolder({ "a/file": "text" });
    symlinkSync("a", join(root, "link"));
    symlinkSync("file", join(root, "a/link"));
    expect(() => openFolder(join(root, "link"), anchor)).toThrow("file-is-link");
    expect(() => readInside(join(root, "link/file"), 9, anchor)).toThrow("file-is-link");
    expect(() => readInside(join(root, "a/link"), 9, anchor)).toThrow("file-is-link");
    const write = (path: string): unknown =>
      writeInside(join(root, path), Buffer.from("x"), { createId, anchor });
    expect(() => write("link/file")).toThrow("file-is-link");
    expect(() => write("link/new/file")).toThrow("file-is-link");
    expect(() => write("a/link")).toThrow("file-is-link");
  });

  test("a missing entry, and a file instead of a folder, are reported as missing", () => {
    const root = createTestFolder({ file: "text" });
    expect(() => openFolder(join(root, "none"), anchor)).toThrow("file-missing");
    expect(() => openFolder(join(root, "file"), anchor)).toThrow("file-missing");
    expect(() => readInside(join(root, "none"), 9, anchor)).toThrow("file-missing");
  });

  test.each(["", ".", "..", "a/b", "../x", "a\u0000"])("%j is not an entry name", (name) => {
    withFolder(openFolder(createTestFolder(), anchor), (folder) => {
      expect(() => folder.at(name)).toThrow("file-missing");
      expect(() => folder.enter(name)).toThrow("file-missing");
    });
  });

  test("a failed write leaves no temporary file", () => {
    const root = createTestFolder();
    mkdirSync(join(root, "a"));
    const failing = { createId: () => "x".repeat(300), anchor };
    expect(() => writeInside(join(root, "a/file"), Buffer.from("x"), failing)).toThrow("file-unreadable");
    withFolder(openFolder(join(root, "a"), anchor), (folder) => expect(folder.list()).toEqual([]));
  });
});

test("a folder swapped after it was reached by path is noticed", () => {
  const root = createTestFolder({ "a/file": "inside", "b/file": "outside" });
  const folder = openFolder(join(root, "a"), anchorByPath);
  renameSync(join(root, "a"), join(root, "kept"));
  symlinkSync("b", join(root, "a"));
  expect(() => folder.verify()).toThrow("file-is-link");
});

test.runIf(process.platform === "linux")("an open folder stays the same when its path is swapped", () => {
  const root = createTestFolder({ "a/file": "inside", "b/file": "outside" });
  withFolder(openFolder(join(root, "a"), anchorByDescriptor), (folder) => {
    renameSync(join(root, "a"), join(root, "kept"));
    symlinkSync("b", join(root, "a"));
    expect(readFileSync(folder.at("file"), "utf8")).toBe("inside");
    writeFileSync(folder.at("new"), "x");
  });
  expect(readFileSync(join(root, "kept/new"), "utf8")).toBe("x");
});
