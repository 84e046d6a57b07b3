import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { expect, test } from "vitest";
import { asOrdinaryUser, createTestFolder } from "../fs/contract.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { discoverLimits } from "./limits.ts";
import { type RootScan, type ScanOptions, scanRoot } from "./scan-root.ts";

const fs = createNodeFileSystem();
const skill = (name: string): string => `---\nname: ${name}\ndescription: Does ${name}.\n---\n`;

function write(path: string, text: string): void {
  mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  writeFileSync(path, text);
}

/** A root `skills` with a skill `own`, next to a folder `elsewhere` with a skill `other`. */
function createFolders(): { readonly root: string; readonly elsewhere: string } {
  const folder = createTestFolder();
  write(`${folder}/skills/own/SKILL.md`, skill("own"));
  write(`${folder}/elsewhere/other/SKILL.md`, skill("other"));
  return { root: `${folder}/skills`, elsewhere: `${folder}/elsewhere` };
}

function scan(path: string, options: Partial<ScanOptions> = {}): RootScan {
  return scanRoot(fs, { path, scope: "project" }, { nowMs: Date.now(), ...options });
}

function namesOf({ skills }: RootScan): readonly string[] {
  return Array.from(skills.values(), ({ name }) => name);
}

test("a link out of the root is reported and not followed", () => {
  const { root, elsewhere } = createFolders();
  symlinkSync(`${elsewhere}/other`, `${root}/link`);
  const found = scan(root);
  expect(namesOf(found)).toEqual(["own"]);
  expect(found.findings).toEqual([
    {
      code: "link-leaves-root",
      severity: "warning",
      path: `${root}/link`,
      args: { target: `${elsewhere}/other` },
    },
  ]);
});

test("a link that another root covers loses nothing and causes no finding", () => {
  const { root, elsewhere } = createFolders();
  symlinkSync(`${elsewhere}/other`, `${root}/link`);
  const found = scan(root, { isCovered: (path) => path.startsWith(elsewhere) });
  expect(found.findings).toEqual([]);
  expect(namesOf(found)).toEqual(["own"]);
});

test("links inside the root count once, at their target; loops and dangling links terminate", () => {
  const { root } = createFolders();
  symlinkSync("own", `${root}/again`);
  symlinkSync("..", `${root}/up`);
  symlinkSync("loop", `${root}/loop`);
  symlinkSync("nothing", `${root}/dangling`);
  const found = scan(root);
  expect(namesOf(found)).toEqual(["own"]);
  expect(found.findings).toEqual([
    { code: "link-dangling", severity: "warning", path: `${root}/dangling` },
    { code: "link-dangling", severity: "warning", path: `${root}/loop` },
  ]);
});

test("a SKILL.md that is a link out of its skill is not read", () => {
  const { root, elsewhere } = createFolders();
  mkdirSync(`${root}/sly`);
  symlinkSync(`${elsewhere}/other/SKILL.md`, `${root}/sly/SKILL.md`);
  const found = scan(root);
  expect(namesOf(found)).toEqual(["own"]);
  expect(found.findings.map(({ code }) => code)).toEqual(["link-leaves-root"]);
});

test("a FIFO and a folder named SKILL.md are findings, and neither blocks", () => {
  const { root } = createFolders();
  mkdirSync(`${root}/pipe`);
  execFileSync("mkfifo", [`${root}/pipe/SKILL.md`]);
  mkdirSync(`${root}/folder/SKILL.md`, { recursive: true });
  const found = scan(root);
  expect(namesOf(found)).toEqual(["own"]);
  expect(found.findings.map(({ code, path }) => [code, path])).toEqual([
    ["skill-unreadable", `${root}/folder/SKILL.md`],
    ["skill-unreadable", `${root}/pipe/SKILL.md`],
  ]);
});

test("an unreadable skill is a finding and hides no other", () => {
  const { root } = createFolders();
  write(`${root}/secret/SKILL.md`, skill("secret"));
  chmodSync(`${root}/secret`, 0o000);
  asOrdinaryUser(() => {
    const found = scan(root);
    expect(namesOf(found)).toEqual(["own"]);
    expect(found.findings.map(({ code, path }) => [code, path])).toEqual([
      ["skill-unreadable", `${root}/secret/SKILL.md`],
    ]);
  });
  chmodSync(`${root}/secret`, 0o755);
});

/** Time on a disk moves in steps of some milliseconds; waits until it is later than a file's. */
function waitForTick(path: string): void {
  const before = statSync(path).ctimeMs;
  const probe = `${path}.probe`;
  do writeFileSync(probe, "");
  while (statSync(probe).ctimeMs === before);
  rmSync(probe);
}

test("a file replaced by one with the same size and modification time is read again", () => {
  const { root } = createFolders();
  const old = new Date(2020, 1, 1);
  utimesSync(`${root}/own/SKILL.md`, old, old);
  const memory = scan(root, { nowMs: Date.now() + 60_000 });
  waitForTick(`${root}/own/SKILL.md`);
  write(`${root}/own/new`, skill("EVI"));
  utimesSync(`${root}/own/new`, old, old);
  renameSync(`${root}/own/new`, `${root}/own/SKILL.md`);
  expect(namesOf(scan(root, { memory }))).toEqual(["EVI"]);
});

test("a skill's folder swapped for a link after the first scan is not followed from memory", () => {
  const { root, elsewhere } = createFolders();
  const memory = scan(root, { nowMs: Date.now() + 60_000 });
  waitForTick(root);
  renameSync(`${root}/own`, `${elsewhere}/own`);
  symlinkSync(`${elsewhere}/own`, `${root}/own`);
  const found = scan(root, { memory });
  expect(namesOf(found)).toEqual([]);
  expect(found.findings.map(({ code }) => code)).toEqual(["link-leaves-root"]);
});

test("a link to a folder of skills elsewhere is reported too", () => {
  const { root, elsewhere } = createFolders();
  symlinkSync(elsewhere, `${root}/team`);
  expect(scan(root).findings.map(({ code, path }) => [code, path])).toEqual([
    ["link-leaves-root", `${root}/team`],
  ]);
});

test("a root with more entries than the limit is reported", () => {
  const { root } = createFolders();
  mkdirSync(`${root}/group`);
  const crowded: FileSystem = {
    ...fs,
    list: (path) =>
      path.endsWith("/group")
        ? Array.from({ length: discoverLimits.walkEntries + 1 }, () => ({ name: "x", kind: "file" as const }))
        : fs.list(path),
  };
  const found = scanRoot(crowded, { path: root, scope: "project" }, { nowMs: Date.now() });
  expect(found.findings.map(({ code }) => code)).toEqual(["walk-too-large"]);
  expect(namesOf(found)).toEqual(["own"]);
});
