import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNodeFileSystem } from "@skillwright/core/node";
import { expect, onTestFinished, test } from "vitest";
import { type InstallPorts, recoverInstallation } from "./apply-plan.ts";
import { createCache } from "./cache.ts";
import type { Disk } from "./disk.ts";
import { createNodeDisk } from "./node-disk.ts";
import { placeIn, runOn, wantedOf } from "./test-install.ts";
import { createMemoryDisk, type MemoryDisk } from "./test-memory-disk.ts";

const place = placeIn("/p");
const skill = wantedOf("pdf", { "SKILL.md": "pdf", "scripts/run.sh": "+x run" });

function setUp(): { memory: MemoryDisk; ports: InstallPorts } {
  const memory = createMemoryDisk();
  memory.disk.writeTree("/p", { entries: [] });
  memory.disk.writeTree("/victim", {
    entries: [{ path: ".skillwright/file", bytes: Buffer.from("x"), executable: false }],
  });
  const lock = () => ({ take: () => undefined, release: () => {} });
  return { memory, ports: { ...memory, cache: createCache("/cache", memory), lock } };
}

/** Replaces a folder with a link to another one, just before a certain rename. */
function swapBefore({ disk }: MemoryDisk, folder: string, count: number): Disk {
  let renames = 0;
  const rename = (from: string, to: string): void => {
    if (renames++ === count) {
      disk.rename(folder, "/p/moved");
      disk.link(folder, { from: folder, to: "/victim" });
    }
    disk.rename(from, to);
  };
  return { ...disk, rename };
}

test("nothing is written through a folder that became a link during the installation", () => {
  for (const folder of ["/p/.agents/skills", "/p/.agents", "/p/.claude/skills"]) {
    for (const count of [0, 1]) {
      const { memory, ports } = setUp();
      const victim = memory.files("/victim/");
      const disk = swapBefore(memory, folder, count);
      // The swap happens before the check of the next rename at the latest.
      const checked = { ...disk, writeFile: memory.disk.writeFile };
      try {
        runOn({ ...ports, disk: checked }, place, { add: [skill] });
      } catch (error) {
        expect(error).toMatchObject({
          code: expect.stringMatching(/^(?:settings-outside|settings-changed|file-.*)$/),
        });
      }
      expect(memory.files("/victim/")).toEqual(victim);
    }
  }
});

test("a journal that came with a project moves and writes nothing outside its folders of skills", () => {
  const bad = [
    { moves: [{ folder: "/victim", name: ".skillwright" }] },
    { moves: [{ folder: "/p/.agents/skills", name: "../../../victim" }] },
    { moves: [{ folder: "/p/.agents/skills", name: "pdf", carries: ["../../../../victim/file"] }] },
    { files: [{ path: "/victim/file", after: "eA==" }] },
    { moves: "none" },
  ];
  for (const { moves = [], files = [] } of bad) {
    const { memory, ports } = setUp();
    const move = { kind: "folder", hasOld: true, hasNew: false, before: {}, after: {}, carries: [] };
    const full = Array.isArray(moves) ? moves.map((one) => ({ ...move, ...one })) : moves;
    const journal = Buffer.from(JSON.stringify({ moves: full, files }));
    memory.fs.write("/p/.agents/skills/.skillwright/journal.json", journal);
    const before = memory.files();
    expect(() => recoverInstallation(place, ports)).toThrow(
      expect.objectContaining({ code: "state-unreadable" }),
    );
    expect(memory.files()).toEqual(before);
  }
});

test("a damaged cache counts as an empty one", () => {
  const { memory, ports } = setUp();
  const digest = ports.cache.put(skill.tree ?? { entries: [] });
  expect(ports.cache.get(digest)).toEqual(skill.tree);
  const [file = ""] = Object.keys(memory.files("/cache/files/"));
  memory.fs.write(file, Buffer.from("evil"));
  expect(ports.cache.get(digest)).toBeUndefined();
  expect(ports.cache.has(digest)).toBe(false);
  ports.cache.put(skill.tree ?? { entries: [] });
  expect(ports.cache.get(digest)).toEqual(skill.tree);
  const [record = ""] = Object.keys(memory.files("/cache/trees/"));
  for (const text of ["", "[]", '[{"path":"../x","linksTo":"."}]']) {
    memory.fs.write(record, Buffer.from(text));
    expect(ports.cache.get(digest)).toBeUndefined();
  }
  expect(ports.cache.get("../../x")).toBeUndefined();
});

test.runIf(process.platform !== "win32")("a target that is read-only is refused, and nothing changes", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-readonly-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ["project/.agents/skills", "cache"])
    mkdirSync(`${root}/${folder}`, { recursive: true });
  for (const path of ["", "/cache"]) chmodSync(`${root}${path}`, 0o777);
  for (const path of ["/project/.agents/skills", "/project/.agents"]) chmodSync(`${root}${path}`, 0o555);
  const [fs, disk] = [createNodeFileSystem(), createNodeDisk()];
  const lock = () => ({ take: () => undefined, release: () => {} });
  const ports = { fs, disk, lock, cache: createCache(`${root}/cache`, { fs, disk }) };
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.("nobody");
  try {
    expect(() => runOn(ports, placeIn(`${root}/project`), { add: [skill] })).toThrow(
      expect.objectContaining({ code: "file-forbidden" }),
    );
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
  expect(fs.list(`${root}/project`).map(({ name }) => name)).toEqual([".agents"]);
  expect(fs.list(`${root}/project/.agents/skills`)).toEqual([]);
});
