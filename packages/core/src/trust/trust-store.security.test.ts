import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SkillError } from "../error.ts";
import { formatError } from "../format.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { limits } from "../limits.ts";
import { trustState } from "./project-trust.ts";
import { readTrust, type TrustRecord, writeTrust } from "./trust-store.ts";

const file = "/trust.json";
const digest = `sha256:${"a".repeat(64)}`;
const at = "2026-11-15T10:00:00.000Z";
const path = "skills/pdf";
const good = { skills: { [path]: digest }, at };
const record: TrustRecord = { skills: new Map([[path, digest]]), at };
const skills = [{ path, digest }];

test.each([
  ["a record that is true", { "/work/app": true }],
  ["a record that is null", { "/work/app": null }],
  ["a record that is a list", { "/work/app": [good.skills, at] }],
  ["no skills", { "/work/app": { at } }],
  ["skills that are true", { "/work/app": { skills: true, at } }],
  ["skills that are null", { "/work/app": { skills: null, at } }],
  ["skills that are a list", { "/work/app": { skills: [path], at } }],
  ["one digest for all, as in earlier days", { "/work/app": { digest, at } }],
  ["a digest that is a pattern", { "/work/app": { skills: { [path]: "sha256:*" }, at } }],
  ["a digest that is true", { "/work/app": { skills: { [path]: true }, at } }],
  ["a digest in capitals", { "/work/app": { skills: { [path]: digest.toUpperCase() }, at } }],
  ["a digest with more after it", { "/work/app": { skills: { [path]: `${digest}\n` }, at } }],
  ["another algorithm", { "/work/app": { skills: { [path]: "md5:d41d8cd98f00b204e9800998ecf8427e" }, at } }],
  ["a second skill that is broken", { "/work/app": { skills: { ...good.skills, other: "" }, at } }],
  ["a skill above the project", { "/work/app": { skills: { "../pdf": digest }, at } }],
  ["a skill outside the project", { "/work/app": { skills: { "skills/../../pdf": digest }, at } }],
  ["an absolute path of a skill", { "/work/app": { skills: { "/work/app/skills/pdf": digest }, at } }],
  ["an empty path of a skill", { "/work/app": { skills: { "": digest }, at } }],
  ["a path of a skill in another spelling", { "/work/app": { skills: { "./skills/pdf": digest }, at } }],
  ["a path of a skill with a slash at its end", { "/work/app": { skills: { "skills/pdf/": digest }, at } }],
  ["no time", { "/work/app": { skills: good.skills } }],
  ["an invalid time", { "/work/app": { ...good, at: "always" } }],
  ["a relative path", { "work/app": good }],
  ["an empty path", { "": good }],
  ["a pattern", { "*": good }],
])("one entry with %s invalidates all trust, since a tampered file proves nothing", (_, entry) => {
  const projects = { "/good": good, ...entry };
  const fs = createMemoryFileSystem({ [file]: JSON.stringify({ version: 1, projects }) });
  const { records, findings } = readTrust(fs, file);
  expect(records).toEqual(new Map());
  expect(findings).toHaveLength(1);
});

test("a project named __proto__ reaches no prototype", () => {
  const fs = createMemoryFileSystem({
    [file]: `{"version":1,"projects":{"__proto__":{"skills":{"${path}":"${digest}"},"at":"${at}"}}}`,
  });
  const { records } = readTrust(fs, file);
  expect(trustState(records, { realPath: "__proto__", skills })).toBe("unknown");
  expect(trustState(records, { realPath: "constructor", skills: [] })).toBe("unknown");
  expect(Object.hasOwn(Object.prototype, "skills")).toBe(false);
});

test("a skill named __proto__ is written and read back like any other", () => {
  const fs = createMemoryFileSystem();
  const odd = { skills: new Map([["__proto__", digest]]), at };
  writeTrust(fs, file, new Map([["/work/app", odd]]));
  const { records } = readTrust(fs, file);
  expect(records).toEqual(new Map([["/work/app", odd]]));
  const stateOf = (one: string): string =>
    trustState(records, { realPath: "/work/app", skills: [{ path: one, digest }] });
  expect([stateOf("__proto__"), stateOf("constructor"), stateOf("toString")]).toEqual([
    "trusted",
    "changed",
    "changed",
  ]);
});

test.each([
  `{"__proto__":{"skills":{"${path}":"${digest}"},"at":"${at}"}}`,
  `{"at":"${at}","__proto__":{"skills":{"${path}":"${digest}"}}}`,
])("members from a prototype in the file do not make a record: %s", (planted) => {
  const fs = createMemoryFileSystem({ [file]: `{"version":1,"projects":{"/work/app":${planted}}}` });
  expect(readTrust(fs, file).records).toEqual(new Map());
});

test("a file over the limit is not read", () => {
  const content = `${JSON.stringify({ version: 1, projects: { "/work/app": good } })}${" ".repeat(limits.trustFileBytes)}`;
  const fs = createMemoryFileSystem({ [file]: content });
  expect(readTrust(fs, file)).toEqual({
    records: new Map(),
    findings: [
      { code: "trust-unreadable", severity: "error", path: file, args: { reason: "it is too large" } },
    ],
  });
});

test("a project with too many skills is refused with a clear message, and the others stay trusted", () => {
  const fs = createMemoryFileSystem();
  writeTrust(fs, file, new Map([["/good", record]]));
  const many = new Map(Array.from({ length: 50_000 }, (_, index) => [`skills/${index}`, digest]));
  const trustAll = (): unknown => writeTrust(fs, file, new Map([["/work/app", { skills: many, at }]]));
  const details = { path: file, count: 50_001, max: limits.trustFileBytes };
  const error = new SkillError("trust-too-large", details);
  expect(trustAll).toThrow(error);
  expect(formatError(error)).toBe(
    "The trusted projects have 50,001 skills in total, more than fit into the 4,194,304 bytes of /trust.json; nothing was recorded. Remove a project with `skillwright trust --remove`.",
  );
  expect(readTrust(fs, file)).toEqual({ records: new Map([["/good", record]]), findings: [] });
});

test("bytes that are not UTF-8 trust nothing", () => {
  const fs = createMemoryFileSystem({ [file]: Uint8Array.of(0xff, 0xfe, 0x7b) });
  expect(readTrust(fs, file).findings).toHaveLength(1);
});

test("no write puts in what a reader would refuse", () => {
  const fs = createMemoryFileSystem();
  const write = (project: string, one: string, value = digest): unknown =>
    writeTrust(fs, file, new Map([[project, { skills: new Map([[one, value]]), at }]]));
  expect(() => write("relative", path)).toThrow("broken");
  expect(() => write("/work/app", "../pdf")).toThrow("broken");
  expect(() => write("/work/app", path, "sha256:*")).toThrow("broken");
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
    writeTrust(fs, trust, new Map([[fs.realPath(project) ?? "", record]]));
    const trusted = (): boolean =>
      trustState(readTrust(fs, trust).records, { realPath: fs.realPath(project), skills }) === "trusted";
    expect(trusted()).toBe(true);
    rmSync(project, { recursive: true });
    expect(trusted()).toBe(false);
    symlinkSync(join(folder, "evil"), project);
    expect(trusted()).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a trust file that is a link to another file is not followed", () => {
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
