import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { limits } from "../limits.ts";
import { isTrusted } from "./is-trusted.ts";
import { readTrust, writeTrust } from "./trust-store.ts";

const file = "/trust.json";
const digest = `sha256:${"a".repeat(64)}`;
const at = "2026-11-15T10:00:00.000Z";
const good = { digest, at };

test.each([
  ["a record that is true", { "/work/app": true }],
  ["a record that is null", { "/work/app": null }],
  ["a record that is a list", { "/work/app": [digest, at] }],
  ["no digest", { "/work/app": { at } }],
  ["a digest that is a pattern", { "/work/app": { digest: "sha256:*", at } }],
  ["a digest in capitals", { "/work/app": { digest: digest.toUpperCase(), at } }],
  ["a digest with more after it", { "/work/app": { digest: `${digest}\n`, at } }],
  ["another algorithm", { "/work/app": { digest: "md5:d41d8cd98f00b204e9800998ecf8427e", at } }],
  ["no time", { "/work/app": { digest } }],
  ["a time that is none", { "/work/app": { digest, at: "always" } }],
  ["a relative path", { "work/app": good }],
  ["an empty path", { "": good }],
  ["a pattern", { "*": good }],
])("one entry with %s ends all trust: a file that was meddled with proves nothing", (_, entry) => {
  const projects = { "/good": good, ...entry };
  const fs = createMemoryFileSystem({ [file]: JSON.stringify({ version: 1, projects }) });
  const { records, findings } = readTrust(fs, file);
  expect(records).toEqual(new Map());
  expect(findings).toHaveLength(1);
});

test("keys like __proto__ reach no prototype", () => {
  const fs = createMemoryFileSystem({
    [file]: `{"version":1,"projects":{"__proto__":{"digest":"${digest}","at":"${at}"}}}`,
  });
  const { records } = readTrust(fs, file);
  expect(isTrusted(records, { realPath: "__proto__", digest })).toBe(false);
  expect(isTrusted(new Map(), { realPath: "constructor", digest })).toBe(false);
  expect(Object.hasOwn(Object.prototype, "digest")).toBe(false);
});

test("members from a prototype in the file do not make a record", () => {
  const record = `{"__proto__":{"digest":"${digest}","at":"${at}"}}`;
  const fs = createMemoryFileSystem({ [file]: `{"version":1,"projects":{"/work/app":${record}}}` });
  expect(readTrust(fs, file).records).toEqual(new Map());
});

test("a file past the bound is not read, and no write makes one", () => {
  const projects = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`/work/${index}`, good]));
  const content = JSON.stringify({ version: 1, projects });
  expect(content.length).toBeGreaterThan(limits.trustFileBytes);
  const fs = createMemoryFileSystem({ [file]: content });
  expect(readTrust(fs, file)).toEqual({
    records: new Map(),
    findings: [
      { code: "trust-unreadable", severity: "error", path: file, args: { reason: "it is too large" } },
    ],
  });
  const empty = createMemoryFileSystem();
  expect(() => writeTrust(empty, file, new Map(Object.entries(projects)))).toThrow("too large");
  expect(empty.stat(file)).toBeUndefined();
});

test("bytes that are not UTF-8 trust nothing", () => {
  const fs = createMemoryFileSystem({ [file]: Uint8Array.of(0xff, 0xfe, 0x7b) });
  expect(readTrust(fs, file).findings).toHaveLength(1);
});

test("no write puts in what a reader would refuse", () => {
  const fs = createMemoryFileSystem();
  expect(() => writeTrust(fs, file, new Map([["relative", good]]))).toThrow("broken");
  expect(() => writeTrust(fs, file, new Map([["/work/app", { digest: "sha256:*", at }]]))).toThrow("broken");
  expect(fs.stat(file)).toBeUndefined();
});

test("a project whose folder was replaced by a link is not trusted, on a real disk", () => {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-trust-"));
  try {
    const fs = createNodeFileSystem();
    const trust = join(folder, "trust.json");
    fs.write(join(folder, "app/SKILL.md"), new Uint8Array());
    fs.write(join(folder, "evil/SKILL.md"), new Uint8Array());
    const project = join(folder, "app");
    writeTrust(fs, trust, new Map([[fs.realPath(project) ?? "", good]]));
    const trusted = (): boolean =>
      isTrusted(readTrust(fs, trust).records, { realPath: fs.realPath(project), digest });
    expect(trusted()).toBe(true);
    rmSync(project, { recursive: true });
    expect(trusted()).toBe(false);
    symlinkSync(join(folder, "evil"), project);
    expect(trusted()).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a list of trust that is a link to another file is not followed", () => {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-trust-"));
  try {
    writeFileSync(
      join(folder, "planted.json"),
      JSON.stringify({ version: 1, projects: { "/work/app": good } }),
    );
    symlinkSync(join(folder, "planted.json"), join(folder, "trust.json"));
    const { records, findings } = readTrust(createNodeFileSystem(), join(folder, "trust.json"));
    expect(records).toEqual(new Map());
    expect(findings).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
