import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { expect, test } from "vitest";
import { bytesOf, codeOf, createTestFolder } from "../fs/contract.ts";
import type { FileSystem, ReadResult } from "../fs/file-system.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { limits } from "../limits.ts";
import { digestFiles } from "./digest-files.ts";
import { digestSkill } from "./digest-skill.ts";
import { sha256Hex } from "./sha256.ts";

const contents = {
  "SKILL.md": "---\nname: pdf\ndescription: Reads PDF files.\n---\n# PDF\n",
  "scripts/extract.py": "print('hello')\n",
  "references/deep/er/forms.md": "# Forms\n",
  ".hidden/notes": "x",
  "node_modules/x/index.js": "x",
  "empty.txt": "",
};
const node = createNodeFileSystem();

function writeSkill(directory: string): void {
  for (const [path, content] of Object.entries(contents))
    node.write(`${directory}/${path}`, bytesOf(content));
}

function digestOnDisk(directory: string): string {
  return digestSkill(node, directory, sha256Hex);
}

const expected = digestFiles(
  Object.entries(contents).map(([path, content]) => ({ path, hash: sha256Hex(bytesOf(content)) })),
  sha256Hex,
);

test("disk, memory and plain entries of the same skill agree, with any implementation of the hash", () => {
  const directory = `${createTestFolder()}/pdf`;
  writeSkill(directory);
  const files = Object.entries(contents).map(([path, content]) => [`skills/pdf/${path}`, content]);
  const memory = createMemoryFileSystem(Object.fromEntries(files));
  const crypto = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
  expect(digestOnDisk(directory)).toBe(expected);
  expect(digestSkill(memory, "/skills/pdf", sha256Hex)).toBe(expected);
  expect(digestSkill(node, directory, crypto)).toBe(expected);
});

test("the skill's location and its folder's name do not matter", () => {
  const root = createTestFolder();
  writeSkill(`${root}/other name`);
  symlinkSync("other name", `${root}/linked`);
  expect(digestOnDisk(`${root}/other name/`)).toBe(expected);
  expect(digestOnDisk(`${root}/linked`)).toBe(expected);
});

test("executable bits, times, empty folders and .git are not covered", () => {
  const directory = createTestFolder();
  writeSkill(directory);
  chmodSync(`${directory}/scripts/extract.py`, 0o755);
  utimesSync(`${directory}/SKILL.md`, 1, 1);
  mkdirSync(`${directory}/empty/folder`, { recursive: true });
  node.write(`${directory}/.git/HEAD`, bytesOf("ref: x"));
  expect(digestOnDisk(directory)).toBe(expected);
});

test("each file is read once, each folder listed once, and plain files need no stat", () => {
  const directory = createTestFolder();
  writeSkill(directory);
  const calls: string[] = [];
  const counted = <T>(call: string, path: string, answer: T): T => {
    calls.push(`${call} ${path.slice(directory.length + 1)}`);
    return answer;
  };
  const counting: FileSystem = {
    ...node,
    stat: (path) => counted("stat", path, node.stat(path)),
    list: (path) => counted("list", path, node.list(path)),
    read: (path, max) => counted("read", path, node.read(path, max)),
    realPath: (path) => counted("realPath", path, node.realPath(path)),
  };
  digestSkill(counting, directory, sha256Hex);
  const folders = ["", ".hidden/", "node_modules/", "node_modules/x/", "references/", "references/deep/"];
  expect(calls.sort()).toEqual(
    [
      ...[...folders, "references/deep/er/", "scripts/"].map((path) => `list ${path}`),
      ...Object.keys(contents).map((path) => `read ${path}`),
    ].sort(),
  );
});

test("a link inside the skill counts as its final target", () => {
  const directory = createTestFolder();
  writeSkill(directory);
  symlinkSync("../SKILL.md", `${directory}/references/first`);
  symlinkSync("references/first", `${directory}/second`);
  symlinkSync("references", `${directory}/folder`);
  symlinkSync("..", `${directory}/scripts/self`);
  const files = Object.entries(contents).map(([path, content]) => ({
    path,
    hash: sha256Hex(bytesOf(content)),
  }));
  const links = [
    { path: "references/first", linksTo: "SKILL.md" },
    { path: "second", linksTo: "SKILL.md" },
    { path: "folder", linksTo: "references" },
    { path: "scripts/self", linksTo: "." },
  ];
  expect(digestOnDisk(directory)).toBe(digestFiles([...files, ...links], sha256Hex));
});

test("a file that shrinks while it is read is read again, and given up if it keeps changing", () => {
  const fs = createMemoryFileSystem({ "pdf/SKILL.md": contents["SKILL.md"] });
  let reads = 0;
  const shrinking = (times: number): FileSystem => ({
    ...fs,
    read: (path, max) => {
      const result = fs.read(path, max);
      return ++reads > times ? result : { ...result, size: result.size + 1 };
    },
  });
  for (const times of [1, 2]) {
    reads = 0;
    expect(digestSkill(shrinking(times), "pdf", sha256Hex)).toBe(digestSkill(fs, "pdf", sha256Hex));
  }
  reads = 0;
  expect(codeOf(() => digestSkill(shrinking(3), "pdf", sha256Hex))).toBe("skill-invalid");
});

test("a missing folder, and a file that disappears before it is read, are errors", () => {
  const root = createTestFolder();
  writeSkill(`${root}/pdf`);
  expect(codeOf(() => digestOnDisk(`${root}/missing`))).toBe("file-missing");
  const vanishing: FileSystem = {
    ...node,
    list: (path) => {
      const entries = node.list(path);
      rmSync(`${root}/pdf/SKILL.md`, { force: true });
      return entries;
    },
  };
  expect(codeOf(() => digestSkill(vanishing, `${root}/pdf`, sha256Hex))).toBe("file-missing");
});

/** A folder of empty files that exist only as a listing. */
function wideSkill(count: number): FileSystem {
  const fs = createMemoryFileSystem();
  const entries = Array.from({ length: count }, (_, index) => ({ name: `${index}`, kind: "file" as const }));
  const read = (): ReadResult => ({ bytes: new Uint8Array(), size: 0, changedMs: 0, executable: false });
  return { ...fs, list: () => entries, read };
}

test("a skill has at most so many files", () => {
  const sha256 = (): string => "";
  expect(codeOf(() => digestSkill(wideSkill(limits.digestFiles), "x", sha256))).toBeUndefined();
  expect(codeOf(() => digestSkill(wideSkill(limits.digestFiles + 1), "x", sha256))).toBe("skill-too-large");
});

test("a skill has at most so many bytes in all its files together", () => {
  const half = limits.digestBytes / 2;
  const withSizes = (...sizes: readonly number[]): FileSystem => ({
    ...createMemoryFileSystem(),
    list: () => sizes.map((_, index) => ({ name: `${index}`, kind: "file" })),
    read: (path, max) => {
      const size = sizes[Number(path.split("/").at(-1))] ?? 0;
      // No need to hold the bytes: only their number is looked at.
      return { bytes: { length: Math.min(size, max) } as Uint8Array, size, changedMs: 0, executable: false };
    },
  });
  const codeFor = (...sizes: readonly number[]): string | undefined =>
    codeOf(() => digestSkill(withSizes(...sizes), "x", () => ""));
  expect(codeFor(half, half)).toBeUndefined();
  expect(codeFor(half, half, 0)).toBeUndefined();
  expect(codeFor(half, half, 1)).toBe("skill-too-large");
  expect(codeFor(2 * half + 1)).toBe("skill-too-large");
});
