import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { asOrdinaryUser, bytesOf, codeOf, createTestFolder, describeFileSystem } from "./contract.ts";
import { createNodeFileSystem } from "./node.ts";

const fs = createNodeFileSystem();

describeFileSystem("node", () => ({ fs, root: createTestFolder() }));

test("a pipe is refused at once, without waiting for a writer", () => {
  const pipe = `${createTestFolder()}/SKILL.md`;
  execFileSync("mkfifo", [pipe]);
  expect(codeOf(() => fs.read(pipe, 10))).toBe("file-not-regular");
  expect(fs.stat(pipe)).toMatchObject({ kind: "other" });
});

test("a socket is not a regular file", async () => {
  const path = `${createTestFolder()}/socket`;
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(path, resolve));
  expect(codeOf(() => fs.read(path, 10))).toBe("file-not-regular");
});

test("a device is not a regular file", () => {
  expect(codeOf(() => fs.read("/dev/zero", 10))).toBe("file-not-regular");
});

test("a read does not follow a link at the end of a path, but does follow earlier ones", () => {
  const root = createTestFolder();
  mkdirSync(`${root}/folder`);
  writeFileSync(`${root}/folder/file`, "x");
  symlinkSync("folder", `${root}/folder-link`);
  symlinkSync("folder/file", `${root}/file-link`);
  expect(codeOf(() => fs.read(`${root}/file-link`, 10))).toBe("file-is-link");
  expect(fs.read(`${root}/folder-link/file`, 10).size).toBe(1);
  expect(fs.stat(`${root}/file-link`)).toMatchObject({ kind: "file", size: 1 });
  expect(fs.realPath(`${root}/file-link`)).toBe(fs.realPath(`${root}/folder/file`));
  expect(fs.list(root)).toEqual([
    { name: "file-link", kind: "symlink" },
    { name: "folder", kind: "directory" },
    { name: "folder-link", kind: "symlink" },
  ]);
});

test("a resolved path is not read through a folder that has since become a link", () => {
  const root = fs.realPath(createTestFolder()) ?? "";
  mkdirSync(`${root}/folder`);
  writeFileSync(`${root}/folder/file`, "x");
  symlinkSync("folder", `${root}/link`);
  expect(fs.read(`${root}/folder/file`, 10, { isResolved: true }).size).toBe(1);
  expect(codeOf(() => fs.read(`${root}/link/file`, 10, { isResolved: true }))).toBe("file-is-link");
});

test("dangling and circular links have no real path", () => {
  const root = createTestFolder();
  symlinkSync("missing", `${root}/dangling`);
  symlinkSync("loop", `${root}/loop`);
  expect(fs.realPath(`${root}/dangling`)).toBeUndefined();
  expect(fs.realPath(`${root}/loop`)).toBeUndefined();
  expect(fs.stat(`${root}/dangling`)).toBeUndefined();
  expect(codeOf(() => fs.stat(`${root}/loop`))).toBe("file-is-link");
});

test("of a 100 MB file only the requested bytes are read", () => {
  const file = `${createTestFolder()}/large`;
  writeFileSync(file, "head");
  truncateSync(file, 100 * 1024 * 1024);
  const { bytes, size } = fs.read(file, 4);
  expect([new TextDecoder().decode(bytes), size]).toEqual(["head", 104857600]);
});

test("a path with a NUL byte or of absurd length is an error of the port, not a crash", () => {
  const root = createTestFolder();
  expect(codeOf(() => fs.read(`${root}/a\0b`, 10))).toBe("file-unreadable");
  expect(codeOf(() => fs.stat(`${root}/${"a".repeat(5000)}`))).toBe("file-unreadable");
});

test("files this user may not read are forbidden", () => {
  const root = createTestFolder();
  mkdirSync(`${root}/closed`);
  writeFileSync(`${root}/secret`, "x");
  chmodSync(`${root}/secret`, 0);
  chmodSync(`${root}/closed`, 0);
  onTestFinished(() => chmodSync(`${root}/closed`, 0o700));
  asOrdinaryUser(() => {
    expect(codeOf(() => fs.read(`${root}/secret`, 10))).toBe("file-forbidden");
    expect(codeOf(() => fs.list(`${root}/closed`))).toBe("file-forbidden");
    expect(codeOf(() => fs.write(`${root}/closed/new`, bytesOf("x")))).toBe("file-forbidden");
  });
});

test("a write through a link changes the target and keeps the link", () => {
  const root = createTestFolder();
  writeFileSync(`${root}/target`, "old");
  symlinkSync("target", `${root}/link`);
  fs.write(`${root}/link`, bytesOf("new"));
  expect(lstatSync(`${root}/link`).isSymbolicLink()).toBe(true);
  expect(readFileSync(`${root}/target`, "utf8")).toBe("new");
});

test("a concurrent reader sees the complete old text during a write", () => {
  const file = `${createTestFolder()}/file`;
  writeFileSync(file, "old text");
  const reader = openSync(file, "r");
  fs.write(file, bytesOf("new"));
  expect(readFileSync(reader, "utf8")).toBe("old text");
  expect(readFileSync(file, "utf8")).toBe("new");
});

test("a failed write leaves nothing behind", () => {
  const root = createTestFolder();
  // The name itself fits, its temporary name does not.
  expect(codeOf(() => fs.write(`${root}/${"a".repeat(255)}`, bytesOf("x")))).toBe("file-unreadable");
  expect(fs.list(root)).toEqual([]);
});

test("a write neither replaces a pipe nor follows a link planted at its temporary name", () => {
  const root = createTestFolder();
  execFileSync("mkfifo", [`${root}/pipe`]);
  writeFileSync(`${root}/victim`, "untouched");
  symlinkSync("victim", `${root}/file.${process.pid}.tmp`);
  expect(codeOf(() => fs.write(`${root}/pipe`, bytesOf("x")))).toBe("file-not-regular");
  expect(codeOf(() => fs.write(`${root}/file`, bytesOf("x")))).toBe("file-unreadable");
  expect(readFileSync(`${root}/victim`, "utf8")).toBe("untouched");
  expect(fs.list(root).map(({ kind }) => kind)).toEqual(["symlink", "other", "file"]);
});

test("a rewritten file keeps its owner, and only its readers may run it", () => {
  const path = `${createTestFolder()}/run.sh`;
  writeFileSync(path, "x");
  chmodSync(path, 0o640);
  if (process.getuid?.() === 0) chownSync(path, 1234, 1235);
  const before = statSync(path);
  fs.write(path, bytesOf("y"), { executable: true });
  const { uid, gid, mode } = statSync(path);
  expect({ uid, gid, mode: mode & 0o777 }).toEqual({ uid: before.uid, gid: before.gid, mode: 0o750 });
});
