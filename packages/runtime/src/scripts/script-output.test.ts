import {
  chmodSync,
  existsSync,
  mkdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import type { DirectoryEntry, FileSystem } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { expect, test } from "vitest";
import { runtimeLimits } from "../limits.ts";
import { createTestFolder } from "../tools/test-tools.ts";
import { createOutputFolders, listOutput, openOutput } from "./script-output.ts";

const fs = createNodeFileSystem();

test("S3-41: the folder is private to this user, and the files a run leaves are named", () => {
  const { folder, settle } = openOutput(`${createTestFolder()}/a/1`, fs);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  mkdirSync(`${folder}/deep/er`, { recursive: true });
  writeFileSync(`${folder}/deep/er/report.csv`, "12345");
  writeFileSync(`${folder}/all.txt`, "1");
  expect(settle()).toMatchObject({
    folder,
    files: [
      { path: "all.txt", bytes: 1 },
      { path: "deep/er/report.csv", bytes: 5 },
    ],
    warnings: [],
  });
});

test("an empty folder is removed afterwards, unless it existed before", () => {
  const parent = createTestFolder();
  expect(openOutput(`${parent}/1`, fs).settle()).toEqual({ files: [], warnings: [] });
  expect(openOutput(parent, fs).settle()).toEqual({ files: [], warnings: [] });
  expect([existsSync(`${parent}/1`), existsSync(parent)]).toEqual([false, true]);
});

test("of existing files, only changed ones count as left by the run", () => {
  const parent = createTestFolder({ "old.txt": "old", "log.txt": "one" });
  const { settle } = openOutput(parent, fs);
  writeFileSync(`${parent}/log.txt`, "one two");
  writeFileSync(`${parent}/new.txt`, "new");
  expect(settle().files.map(({ path }) => path)).toEqual(["log.txt", "new.txt"]);
});

test("links and pipes are counted and never followed", () => {
  const secrets = createTestFolder({ "key.pem": "key" });
  const { folder, settle } = openOutput(`${createTestFolder()}/1`, fs);
  symlinkSync(`${secrets}/key.pem`, `${folder}/key`);
  symlinkSync(secrets, `${folder}/all`);
  symlinkSync(".", `${folder}/self`);
  expect(settle()).toEqual({ folder, files: [], warnings: [{ kind: "output-not-files", count: 3 }] });
});

test("more files than are named, and more bytes than allowed, are reported", () => {
  const { folder, settle } = openOutput(`${createTestFolder()}/1`, fs);
  for (let index = 0; index < 203; index++) writeFileSync(`${folder}/${index}`, "");
  // A sparse file: it has the size, but not the bytes.
  writeFileSync(`${folder}/0`, "");
  truncateSync(`${folder}/0`, 1_073_741_825);
  const { files, warnings } = settle();
  expect(files).toHaveLength(200);
  expect(warnings).toEqual([
    { kind: "output-not-named", count: 3 },
    { kind: "output-too-large", bytes: 1_073_741_825 },
  ]);
});

test("a path that is not a folder is an error", () => {
  const parent = createTestFolder({ "file.txt": "x" });
  expect(() => openOutput(`${parent}/file.txt`, fs)).toThrow("file-");
  expect(() => openOutput(`${parent}/file.txt/1`, fs)).toThrow("file-");
});

test("a session's folders share a parent and are removed with it", () => {
  const folders = createOutputFolders({ id: "test-session-of-its-own-1" });
  expect(folders.made()).toEqual([]);
  const { folder } = openOutput(folders.next(), fs);
  expect(openOutput(folders.next(), fs).folder).not.toBe(folder);
  const [made = ""] = folders.made();
  expect(folder.startsWith(`${made}/`)).toBe(true);
  writeFileSync(`${folder}/x`, "x");
  chmodSync(`${folder}/x`, 0o400);
  folders.close();
  expect(existsSync(made)).toBe(false);
  folders.close();
});

test("in a folder the host named they are kept, except empty ones", () => {
  const parent = createTestFolder();
  const [kept, empty] = [createOutputFolders({ id: "a", parent }), createOutputFolders({ id: "b", parent })];
  writeFileSync(`${openOutput(kept.next(), fs).folder}/x`, "x");
  openOutput(empty.next(), fs).settle();
  kept.close();
  empty.close();
  expect([existsSync(`${parent}/skillwright-a/1/x`), existsSync(`${parent}/skillwright-b`)]).toEqual([
    true,
    false,
  ]);
});

test.each(["/proc/left", "/sys/left", "/dev/left", "/", "/etc"])(
  "%s is refused as an output folder",
  (path) => {
    expect(() => openOutput(path, fs)).toThrow(expect.objectContaining({ code: "option-invalid" }));
  },
);

test("a file with an overlong path is counted", () => {
  const folder = createTestFolder();
  const output = openOutput(`${folder}/out`, fs);
  writeFileSync(`${output.folder}/kept.txt`, "kept");
  let deep = output.folder;
  // Just below the system's limit; the last name exceeds it, and is created from inside the folder.
  while (deep.length + 202 < 4090) {
    deep = `${deep}/${"d".repeat(200)}`;
    mkdirSync(deep);
  }
  const before = process.cwd();
  process.chdir(deep);
  try {
    writeFileSync("f".repeat(200), "far");
  } finally {
    process.chdir(before);
  }
  expect(output.settle()).toMatchObject({
    files: [{ path: "kept.txt" }],
    warnings: [{ kind: "output-not-files", count: 1 }],
  });
});

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

test("endlessly nested folders are not descended into forever; the next one counts as other", () => {
  const fs = endless(1, 500);
  const { files, others } = listOutput("/out", fs);
  expect({ files: files.length, others, folders: fs.listed().length }).toEqual({
    files: runtimeLimits.workspaceDepth,
    others: 1,
    folders: runtimeLimits.workspaceDepth,
  });
});
