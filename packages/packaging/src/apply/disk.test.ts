import {
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNodeFileSystem } from "@skillwright/core/node";
import { expect, onTestFinished, test } from "vitest";
import { describeDisk } from "./contract.ts";
import { createNodeDisk } from "./node-disk.ts";
import { createMemoryDisk } from "./test-memory-disk.ts";

describeDisk("node", () => ({ fs: createNodeFileSystem(), disk: createNodeDisk(), root: folder() }));
describeDisk("memory", () => {
  const { fs, disk } = createMemoryDisk();
  disk.writeTree("/root", { entries: [] });
  return { fs, disk, root: "/root" };
});

test("links are relative, so that a project can be moved", () => {
  const root = folder();
  const from = `${root}/.claude/skills/a`;
  createNodeDisk().link(from, { from, to: `${root}/.agents/skills/a` });
  expect(readlinkSync(from)).toBe("../../.agents/skills/a");
});

test("a temporary file or link that a killed process left does not get in the way", () => {
  const root = folder();
  writeFileSync(`${root}/victim`, "victim");
  symlinkSync("victim", `${root}/file.${process.pid}.tmp`);
  createNodeDisk().writeFile(`${root}/file`, new Uint8Array([65]));
  expect(readdirSync(root)).toEqual(["file", "victim"]);
  expect(createNodeFileSystem().read(`${root}/victim`, 10).size).toBe(6);
});

function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-disk-")));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}
