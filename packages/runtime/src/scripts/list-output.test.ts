import type { DirectoryEntry, FileSystem } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { expect, test } from "vitest";
import { runtimeLimits } from "../limits.ts";
import { listOutput } from "./list-output.ts";

/** Nested folders, each with as many files, far beyond the limit. */
function endless(
  files: number,
  mostFolders: number,
): FileSystem & { readonly listed: () => readonly string[] } {
  const listed: string[] = [];
  const entries: readonly DirectoryEntry[] = [
    { name: "deeper", kind: "directory" },
    ...Array.from({ length: files }, (_, index): DirectoryEntry => ({ name: `f${index}`, kind: "file" })),
  ];
  return {
    ...createNodeFileSystem(),
    stat: () => undefined,
    list: (path) => (listed.push(path) > mostFolders ? [] : entries),
    listed: () => listed,
  };
}

test("an endless folder is read up to a limit, and the answer is what was seen", () => {
  const fs = endless(9999, 60);
  const { files, isEmpty } = listOutput("/out", fs);
  expect({ isEmpty, folders: fs.listed().length }).toEqual({
    isEmpty: false,
    folders: runtimeLimits.workspaceEntries / 10_000 + 1,
  });
  expect(files).toHaveLength(runtimeLimits.workspaceEntries - runtimeLimits.workspaceEntries / 10_000);
});

test("endlessly nested folders are not descended forever; the next one counts as other", () => {
  const fs = endless(1, 500);
  const { files, others } = listOutput("/out", fs);
  expect({ files: files.length, others, folders: fs.listed().length }).toEqual({
    files: runtimeLimits.workspaceDepth,
    others: 1,
    folders: runtimeLimits.workspaceDepth,
  });
});
