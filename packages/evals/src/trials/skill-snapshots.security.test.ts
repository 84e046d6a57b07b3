import { lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import { createSuite, testHost } from "../testing/test-suite.ts";
import { findPreviousVersion, saveSnapshot } from "./skill-snapshots.ts";
import { createForeign, link } from "./test-foreign.ts";

const { fs } = testHost;
const manifest = "---\nname: tried\ndescription: Other.\n---\n";

test.each([
  ["a snapshot", "iteration-1/skill-snapshot", { "SKILL.md": manifest }],
  ["the snapshot of a workspace", "skill-snapshot", { "SKILL.md": manifest }],
  ["an iteration", "iteration-1", { "skill-snapshot/SKILL.md": manifest }],
])("%s that is a link is not a previous version", async (_, at, files) => {
  const { directory } = createSuite({});
  const workspace = createTestFolder();
  link(createForeign(files).path, join(workspace, at));
  expect(await findPreviousVersion(fs, directory, workspace)).toBeUndefined();
});

test("nor is one whose SKILL.md is a link", async () => {
  const { directory } = createSuite({});
  const workspace = createTestFolder();
  const foreign = createForeign({ "SKILL.md": manifest });
  link(join(foreign.path, "SKILL.md"), join(workspace, "skill-snapshot/SKILL.md"));
  expect(await findPreviousVersion(fs, directory, workspace)).toBeUndefined();
});

test("a workspace that is a link has no previous version", async () => {
  const { directory } = createSuite({});
  const workspace = join(createTestFolder(), "workspace");
  link(createForeign({ "skill-snapshot/SKILL.md": manifest }).path, workspace);
  await expect(findPreviousVersion(fs, directory, workspace)).rejects.toThrow(SkillError);
});

test.each<[string, (path: string) => void]>([
  ["a link", (path) => link(createForeign({ "SKILL.md": manifest }).path, path)],
  ["a link to nowhere", (path) => link("/nowhere/at-all", path)],
  ["a link to itself", (path) => link("skill-snapshot", path)],
  ["a file", (path) => writeFileSync(path, "x")],
])("%s in place of a snapshot is replaced", async (_, put) => {
  const { directory } = createSuite({});
  const iteration = join(createTestFolder(), "iteration-1");
  mkdirSync(iteration);
  put(join(iteration, "skill-snapshot"));
  await saveSnapshot(fs, directory, iteration);
  expect(lstatSync(join(iteration, "skill-snapshot")).isDirectory()).toBe(true);
  expect(readdirSync(iteration)).toEqual(["skill-snapshot"]);
});

test("nothing is saved through a link in place of an iteration", async () => {
  const { directory } = createSuite({});
  const foreign = createForeign();
  const before = foreign.content();
  const iteration = join(createTestFolder(), "iteration-1");
  link(foreign.path, iteration);
  await expect(saveSnapshot(fs, directory, iteration)).rejects.toMatchObject({ code: "file-is-link" });
  expect(foreign.content()).toEqual(before);
});
