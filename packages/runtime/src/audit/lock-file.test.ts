import { spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync, readdirSync, readlinkSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createLockFile, identifyProcess, isGone, type LockFile } from "./lock-file.ts";

import { createPathMaker } from "./test-log.ts";

const createPath = createPathMaker("x.lock");

/** The identity of a process on this machine that has ended. */
async function createGone(): Promise<string> {
  const child = spawn("true");
  await once(child, "close");
  return identifyProcess().replace(/\|\d+\|/, `|${child.pid}|`);
}

test("a lock is held by one at a time", () => {
  const path = createPath();
  const [a, b] = [createLockFile(path), createLockFile(path)];
  expect(a.take()).toBeUndefined();
  expect(b.take()).toBe(identifyProcess());
  a.release();
  expect(b.take()).toBeUndefined();
  b.release();
  expect(readdirSync(join(path, ".."))).toEqual([]);
});

test("the lock of a dead process is taken over, and nothing is left behind", async () => {
  const path = createPath();
  symlinkSync(await createGone(), path);
  const lock = createLockFile(path);
  expect(lock.take()).toBeUndefined();
  expect(readdirSync(join(path, ".."))).toEqual(["x.lock"]);
  lock.release();
});

describe.runIf(process.platform === "linux")("a lock that is taken often", () => {
  const takeOften = (lock: LockFile): void => {
    for (let count = 0; count < 20; count++) {
      expect(lock.take()).toBeUndefined();
      lock.release();
    }
  };
  const inodeWhileHeld = (lock: LockFile, path: string): number => {
    expect(lock.take()).toBeUndefined();
    const { ino } = lstatSync(path);
    expect(readlinkSync(path)).toBe(identifyProcess());
    lock.release();
    return ino;
  };

  test("keeps its link, excludes others all the same, and leaves nothing behind", () => {
    const path = createPath();
    const [a, b] = [createLockFile(path), createLockFile(path)];
    for (const lock of [a, b]) takeOften(lock);
    const inode = inodeWhileHeld(a, path);
    expect(inodeWhileHeld(a, path)).toBe(inode);
    expect(inodeWhileHeld(b, path)).not.toBe(inode);
    expect(a.take()).toBeUndefined();
    expect(b.take()).toBe(identifyProcess());
    a.release();
    for (const lock of [a, b]) lock.close();
    expect(readdirSync(join(path, ".."))).toEqual([]);
  });

  test("works on when somebody removes what it kept", () => {
    const path = createPath();
    const lock = createLockFile(path);
    takeOften(lock);
    for (const name of readdirSync(join(path, ".."))) unlinkSync(join(path, "..", name));
    takeOften(lock);
    lock.close();
    expect(readdirSync(join(path, ".."))).toEqual([]);
  });

  test("removes what a killed process kept, and not what a running one keeps", async () => {
    const path = createPath();
    symlinkSync(await createGone(), `${path}.spare-gone`);
    symlinkSync(identifyProcess(), `${path}.spare-running`);
    const lock = createLockFile(path);
    takeOften(lock);
    lock.close();
    expect(readdirSync(join(path, ".."))).toEqual(["x.lock.spare-running"]);
  });
});

test("a takeover that was itself interrupted is taken over, a few levels deep", async () => {
  const path = createPath();
  const gone = await createGone();
  for (const end of ["", ".takeover", ".takeover.takeover"]) symlinkSync(gone, `${path}${end}`);
  expect(createLockFile(path).take()).toBeUndefined();
  expect(readdirSync(join(path, ".."))).toEqual(["x.lock"]);
});

test("however often holders die with the lock, two processes never hold it", async () => {
  const path = createPath();
  const gone = await createGone();
  symlinkSync(gone, path);
  const script = `
    import { closeSync, openSync, renameSync, symlinkSync, unlinkSync } from "node:fs";
    import { createLockFile } from ${JSON.stringify(new URL("lock-file.ts", import.meta.url).href)};
    const path = ${JSON.stringify(path)};
    const lock = createLockFile(path);
    for (let wins = 0; wins < 300; ) {
      if (lock.take() !== undefined) continue;
      closeSync(openSync(path + ".inside", "wx"));
      unlinkSync(path + ".inside");
      symlinkSync(${JSON.stringify(gone)}, path + process.pid);
      renameSync(path + process.pid, path);
      wins++;
    }`;
  const words = ["--conditions=@skillwright/source", "--input-type=module", "-e", script];
  const children = [0, 1, 2].map(() =>
    spawn(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] }),
  );
  const codes = await Promise.all(children.map((child) => once(child, "close")));
  expect(codes.map(([code]) => code)).toEqual([0, 0, 0]);
});

test("while another process takes a lock over, it is left alone", async () => {
  const path = createPath();
  const gone = await createGone();
  symlinkSync(gone, path);
  symlinkSync(identifyProcess(), `${path}.takeover`);
  expect(createLockFile(path).take()).toBe(gone);
  expect(readlinkSync(`${path}.takeover`)).toBe(identifyProcess());
});

test("a file that is not our lock is left alone", () => {
  const path = createPath();
  writeFileSync(path, "");
  expect(createLockFile(path).take()).toBe("");
  expect(lstatSync(path).isFile()).toBe(true);
});

test("a process is dead if its number is free or belongs to one that started later", async () => {
  const own = identifyProcess();
  const gone = await createGone();
  const reused = own.replace(/\|\d*$/, "|1");
  const elsewhere = gone.replace(/^[^/]*/, "another-machine");
  const otherNamespace = gone.replace(/\/[^|]*/, "/pid:[1]");
  const odd = ["", "x", `${own.split("|")[0]}|-1|`, `${own.split("|")[0]}|0|`, `${own.split("|")[0]}|1e9x|`];
  expect([own, gone, reused, elsewhere, otherNamespace, ...odd].map(isGone)).toEqual([
    false,
    true,
    true,
    false,
    false,
    ...odd.map(() => false),
  ]);
});
