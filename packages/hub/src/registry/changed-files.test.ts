import { createTree } from "@skillwright/packaging";
import { expect, test } from "vitest";
import { changedFiles } from "./changed-files.ts";

const file = (path: string, text: string, executable = false) => ({
  ...{ path, bytes: Buffer.from(text), executable },
});

test("files that were added, removed or changed are listed, also those that became a program or a link", () => {
  const before = createTree(
    [file("SKILL.md", "a"), file("a.md", "a"), file("b.sh", "b"), file("c.md", "→ d.md"), file("d.md", "d")],
    "x",
  );
  const after = createTree(
    [
      ...[file("SKILL.md", "b"), file("b.sh", "b", true), file("d.md", "d"), file("0.md", "new")],
      { path: "c.md", linksTo: "d.md" },
    ],
    "x",
  );
  expect(changedFiles(before, after).map(({ path, change }) => `${change} ${path}`)).toEqual([
    "changed SKILL.md",
    "added 0.md",
    "removed a.md",
    "changed b.sh",
    "changed c.md",
  ]);
  expect(changedFiles(after, after)).toEqual([]);
  expect(changedFiles(undefined, before)).toHaveLength(5);
});
