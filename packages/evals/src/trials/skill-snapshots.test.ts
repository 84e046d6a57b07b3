import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import { createSuite, testHost } from "../testing/test-suite.ts";
import { findPreviousVersion, saveSnapshot } from "./skill-snapshots.ts";

const { fs } = testHost;

test("a snapshot is the skill as agents saw it, complete or absent", async () => {
  const { directory } = createSuite({ "evals/evals.json": "{}", "scripts/a.sh": "true" });
  const iteration = join(createTestFolder(), "iteration-1");
  await saveSnapshot(fs, directory, iteration);
  expect(readdirSync(iteration)).toEqual(["skill-snapshot"]);
  expect(readdirSync(join(iteration, "skill-snapshot"))).toEqual(["SKILL.md", "scripts"]);
});

test("an existing snapshot is kept", async () => {
  const { directory } = createSuite({});
  const iteration = createTestFolder();
  await saveSnapshot(fs, directory, iteration);
  const kept = readFileSync(join(iteration, "skill-snapshot/SKILL.md"), "utf8");
  writeFileSync(join(directory, "SKILL.md"), "changed");
  await saveSnapshot(fs, directory, iteration);
  expect(readFileSync(join(iteration, "skill-snapshot/SKILL.md"), "utf8")).toBe(kept);
});

test("the previous version is the latest that differs from the current skill", async () => {
  const { directory } = createSuite({});
  const workspace = createTestFolder();
  expect(await findPreviousVersion(fs, directory, workspace)).toBeUndefined();
  await saveSnapshot(fs, directory, join(workspace, "iteration-2"));
  expect(await findPreviousVersion(fs, directory, workspace)).toBeUndefined();
  writeFileSync(join(directory, "SKILL.md"), "---\nname: tried\ndescription: Better.\n---\n");
  await saveSnapshot(fs, directory, join(workspace, "iteration-10"));
  expect(await findPreviousVersion(fs, directory, workspace)).toBe(
    join(workspace, "iteration-2/skill-snapshot"),
  );
  mkdirSync(join(workspace, "skill-snapshot"));
  writeFileSync(join(workspace, "skill-snapshot/SKILL.md"), "a person's choice");
  expect(await findPreviousVersion(fs, directory, workspace)).toBe(join(workspace, "skill-snapshot"));
});

test("a missing workspace has no previous version", async () => {
  const { directory } = createSuite({});
  expect(await findPreviousVersion(fs, directory, join(createTestFolder(), "none"))).toBeUndefined();
});
