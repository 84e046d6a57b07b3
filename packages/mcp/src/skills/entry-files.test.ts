import { expect, test } from "vitest";
import { type EntryFile, listChildren } from "./entry-files.ts";

const file = (path: string): EntryFile => ({
  uri: `skill://pdf/${path.split("/").map(encodeURIComponent).join("/")}`,
  path,
  size: path.length,
  digest: `sha256:${path}`,
});
const files = ["SKILL.md", "a b/x.md", "a b/deep/y.py", "a.md", "zip"].map(file);

test("a folder has its files with size and digest, and folders once", () => {
  expect(listChildren(files, "skill://pdf/a%20b")).toEqual([
    { uri: "skill://pdf/a%20b/deep", name: "deep", mimeType: "inode/directory" },
    {
      uri: "skill://pdf/a%20b/x.md",
      name: "x.md",
      mimeType: "text/markdown",
      size: 8,
      _meta: { "skillwright/digest": "sha256:a b/x.md" },
    },
  ]);
  expect(listChildren(files, "skill://pdf").map(({ name }) => name)).toEqual([
    "SKILL.md",
    "a b",
    "a.md",
    "zip",
  ]);
});

test("a trailing slash changes nothing", () => {
  expect(listChildren(files, "skill://pdf/")).toEqual(listChildren(files, "skill://pdf"));
});

test("a file is not a folder, and neither is a prefix of a name", () => {
  for (const uri of ["skill://pdf/zip", "skill://pdf/a", "skill://pdf/a%20b/x.md", "skill://pd"])
    expect(listChildren(files, uri)).toEqual([]);
});
