import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNodeFileSystem } from "@skillwright/core/node";
import { tokenizeTools } from "@skillwright/core/parse";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { identifyProcess } from "../audit/lock-file.ts";
import { systemClock } from "../clock.ts";
import { agentHooksLimits } from "./limits.ts";
import { type ActiveRecord, openSessionFile, type SessionFile } from "./session-file.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "guard-state-")));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let folder = "";
let count = 0;
beforeEach(() => {
  folder = `${base}/${count++}/guard`;
});

function open(session: string, agent = "codex", waitMs = 100): SessionFile {
  return openSessionFile({
    ...{ fs: createNodeFileSystem(), folder, agent, session, waitMs },
    clock: systemClock,
  });
}

const record: ActiveRecord = {
  name: "a",
  directory: "/skills/a",
  digest: "sha256:0",
  activation: "1",
  requestedTools: tokenizeTools("Read Bash(git:*)").map(({ text, tool, pattern }) => ({
    text,
    tool,
    ...(pattern === undefined ? {} : { pattern }),
  })),
  disallowedTools: [],
};

function onlyFile(): string {
  const [name = ""] = readdirSync(folder);
  return `${folder}/${name}`;
}

test("active skills are read back unchanged, by every process of the session", async () => {
  expect(open("s").read()).toEqual([]);
  expect(await open("s").change(() => [record])).toEqual([]);
  expect(open("s").read()).toEqual([record]);
  const second = { ...record, name: "b", refused: "no" };
  expect(await open("s").change((active) => [...active, second])).toEqual([record]);
  expect(open("s").read()).toEqual([record, second]);
  expect(await open("s").remove()).toEqual([record, second]);
  expect(readdirSync(folder)).toEqual([]);
});

test("reading leaves nothing behind, and the folder is private to its owner", async () => {
  open("s").read();
  await open("s").remove();
  expect(existsSync(folder)).toBe(false);
  await open("s").change(() => [record]);
  expect(lstatSync(folder).mode & 0o777).toBe(0o700);
});

test.each([
  "../../../etc/passwd",
  "/etc/passwd",
  "..",
  "",
  "a/b\\c:d*?",
  "\0\n\u202e",
  "x".repeat(100_000),
  "__proto__",
])("a session id is untrusted text and never part of a path: %j", async (session) => {
  await open(session).change(() => [record]);
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^codex-[0-9a-f]{64}\.json$/)]);
  expect(open(session).read()).toEqual([record]);
  expect(open(`${session}x`).read()).toEqual([]);
  expect(open(session, "cursor").read()).toEqual([]);
});

describe("a tampered file is not trusted", () => {
  const unreadable = expect.objectContaining({
    code: "state-unreadable",
    details: expect.objectContaining({ path: expect.stringContaining(".json") }),
  });

  async function spoil(change: (text: string) => string): Promise<void> {
    await open("s").change(() => [record]);
    writeFileSync(onlyFile(), change(readFileSync(onlyFile(), "utf8")));
  }

  test.each<[string, (text: string) => string]>([
    ["empty", () => ""],
    ["torn", (text) => text.slice(0, -5)],
    ["one letter changed", (text) => text.replace('"Read"', '"Bash"')],
    ["nothing active any more", (text) => text.replace(/\{"active.*/, '{"active":[]}')],
    ["another version", (text) => text.replace("guard-1", "guard-2")],
    ["without its seal", (text) => text.slice(text.indexOf("\n") + 1)],
    ["too large", (text) => text + " ".repeat(agentHooksLimits.guardStateBytes)],
  ])("%s", async (_, change) => {
    await spoil(change);
    expect(() => open("s").read()).toThrow(unreadable);
    await expect(open("s").change(() => [])).rejects.toThrow(unreadable);
    await open("s").remove();
    expect(open("s").read()).toEqual([]);
  });

  test("the file of another session", async () => {
    await open("other").change(() => [{ ...record, requestedTools: [] }]);
    const other = onlyFile();
    await open("s").change(() => [record]);
    const own = readdirSync(folder).find((name) => !other.endsWith(name)) ?? "";
    copyFileSync(other, `${folder}/${own}`);
    expect(() => open("s").read()).toThrow(unreadable);
  });

  test("a link, to a valid file or dangling", async () => {
    await open("s").change(() => [record]);
    const file = onlyFile();
    copyFileSync(file, `${base}/good.json`);
    for (const target of [`${base}/good.json`, `${base}/nowhere`]) {
      rmSync(file);
      symlinkSync(target, file);
      expect(() => open("s").read()).toThrow(unreadable);
    }
    await open("s").remove();
    expect(readFileSync(`${base}/good.json`, "utf8")).toContain("guard-1");
  });

  test("a folder in its place", async () => {
    await open("s").change(() => [record]);
    const file = onlyFile();
    rmSync(file);
    mkdirSync(file);
    expect(() => open("s").read()).toThrow(unreadable);
  });
});

test("a state too large to read back is not written, and the old one is kept", async () => {
  await open("s").change(() => [record]);
  const huge = { ...record, name: "x".repeat(agentHooksLimits.guardStateBytes) };
  await expect(open("s").change((active) => [...active, huge])).rejects.toThrow(
    expect.objectContaining({ code: "file-too-large" }),
  );
  expect(open("s").read()).toEqual([record]);
});

test("a lock held by another living process is waited for, then reported", async () => {
  await open("s").change(() => [record]);
  const lock = `${onlyFile()}.lock`;
  // This process plays the other one: it is alive and holds the lock.
  symlinkSync(identifyProcess(), lock);
  await expect(open("s").change(() => [])).rejects.toThrow(
    expect.objectContaining({
      code: "file-unreadable",
      details: expect.objectContaining({ reason: expect.stringContaining(lock) }),
    }),
  );
  rmSync(lock);
  expect(open("s").read()).toEqual([record]);
});

test("a file that another process removes meanwhile is no error", async () => {
  await open("s").change(() => [record]);
  const file = onlyFile();
  const vanishing = (): readonly ActiveRecord[] => {
    rmSync(file);
    return [];
  };
  expect(await open("s").change(vanishing)).toEqual([record]);
  await open("s").change(() => [record]);
  const disk = createNodeFileSystem();
  const read: typeof disk.read = (path, max) => {
    const found = disk.read(path, max);
    if (max > 0) rmSync(path);
    return found;
  };
  const fs = { ...disk, read };
  const session = openSessionFile({ fs, folder, agent: "codex", session: "s", clock: systemClock });
  expect(await session.remove()).toEqual([record]);
});

test("a folder that cannot be searched for old files blocks no call", async () => {
  const now = (): number => {
    rmSync(folder, { recursive: true });
    return 0;
  };
  const clock = { ...systemClock, now };
  const fs = createNodeFileSystem();
  const session = openSessionFile({ fs, folder, agent: "codex", session: "s", clock });
  expect(await session.change(() => [record])).toEqual([]);
});

test("a folder that cannot be created is a proper error", async () => {
  mkdirSync(join(folder, ".."), { recursive: true });
  writeFileSync(folder, "no folder");
  await expect(open("s").change(() => [record])).rejects.toMatchObject({ name: "SkillError" });
});

test("old session files are removed when a new session starts, and nothing else is", async () => {
  await open("old").change(() => [record]);
  const old = onlyFile();
  const left = [old, `${old}.lock`, `${old}.17.tmp`];
  for (const path of left.slice(1)) writeFileSync(path, "");
  writeFileSync(`${folder}/notes.txt`, "mine");
  const past = (Date.now() - agentHooksLimits.guardIdleMs - 60_000) / 1000;
  for (const path of [...left, `${folder}/notes.txt`]) utimesSync(path, past, past);
  await open("young").change(() => [record]);
  const names = readdirSync(folder);
  expect(names).toHaveLength(2);
  expect(names).toContain("notes.txt");
  expect(open("young").read()).toEqual([record]);
});
