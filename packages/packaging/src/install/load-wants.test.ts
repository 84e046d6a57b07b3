import { createNodeFileSystem } from "@skillwright/core/node";
import { expect, test } from "vitest";
import { emptyLock } from "../lock/lock.ts";
import { parseWants } from "../lock/wants.ts";
import { createLocalSource } from "../sources/local.ts";
import { temporaryFolder, writeFiles } from "../sources/test-git.ts";
import { askOnce } from "./ask-once.ts";
import { type LoadSetting, loadWants } from "./load-wants.ts";

/** A project with folders that have files of wants. */
function createProject(files: Readonly<Record<string, unknown>>): LoadSetting {
  const root = temporaryFolder();
  const texts = Object.entries(files).map(([path, value]) => [path, JSON.stringify(value)]);
  writeFiles(root, Object.fromEntries(texts));
  const local = createLocalSource(createNodeFileSystem());
  return {
    ...{ root, home: root, wantsPath: "skillwright.json", lock: emptyLock, rules: [], now: 0 },
    sourceOf: askOnce((spec) => {
      if (spec.kind !== "local") throw new Error("unexpected");
      return {
        versions: () => local.versions(spec),
        resolve: () => local.resolve(spec),
        fetch: (_, release) => local.fetch(spec, release),
      };
    }),
  };
}

function load(
  wants: unknown,
  setting: LoadSetting,
  sets: readonly string[] = [],
): ReturnType<typeof loadWants> {
  return loadWants(parseWants(JSON.stringify(wants), "skillwright.json"), sets, setting);
}

test("an included file may include others; its paths are relative to it, and what the project says goes first", async () => {
  const setting = createProject({
    "team/skillwright.json": {
      skills: { pdf: "./pdf", csv: "o/r" },
      include: [{ source: "../base", set: "all" }],
    },
    "base/skillwright.json": { sets: { all: { skills: { tool: "./tool" } } } },
  });
  const { skills, clashes } = await load(
    { skills: { csv: "mine/r" }, include: [{ source: "./team" }] },
    setting,
  );
  expect(skills).toEqual([
    { name: "csv", source: "mine/r" },
    { name: "pdf", source: "./team/pdf" },
    { name: "tool", source: "./base/tool" },
  ]);
  expect(clashes.map(({ dropped }) => dropped.source)).toEqual(["o/r"]);
});

test("files that include each other are read once", async () => {
  const setting = createProject({
    "a/skillwright.json": { skills: { x: "o/x" }, include: [{ source: "../b" }] },
    "b/skillwright.json": { skills: { y: "o/y" }, include: [{ source: "../a" }] },
  });
  const { skills, cycles } = await load({ include: [{ source: "./a" }] }, setting);
  expect(skills.map(({ name }) => name)).toEqual(["x", "y"]);
  expect(cycles).toEqual([["./a", "./b", "./a"]]);
});

test("a source without such a file fails, or is left out if it is optional", async () => {
  const setting = createProject({ "a/other.json": {} });
  await expect(load({ include: [{ source: "./a" }] }, setting)).rejects.toMatchObject({
    code: "source-unavailable",
    details: { source: "./a", reason: "it has no skillwright.json" },
  });
  const { skipped } = await load({ include: [{ source: "./a", optional: true }] }, setting);
  expect(skipped).toEqual(["./a"]);
});

test("a file that is not valid fails even if it is optional, and names itself", async () => {
  const setting = createProject({ "a/skillwright.json": { skill: {} } });
  await expect(load({ include: [{ source: "./a", optional: true }] }, setting)).rejects.toMatchObject({
    code: "config-invalid",
    details: { path: "skillwright.json of ./a" },
  });
});

test("policies decide about included sources before they are read", async () => {
  const setting = { ...createProject({}), rules: [{ blockedSources: ["./a"] }] };
  const promise = load({ include: [{ source: "./a", optional: true }] }, setting);
  await expect(promise).rejects.toMatchObject({ code: "install-refused" });
});

test("depth and number of included sources are bounded", async () => {
  const chain = Array.from({ length: 12 }, (_, index) => [
    `s${index}/skillwright.json`,
    { include: [{ source: `../s${index + 1}` }] },
  ]);
  const deep = createProject(Object.fromEntries(chain));
  await expect(load({ include: [{ source: "./s0" }] }, deep)).rejects.toMatchObject({
    code: "config-invalid",
  });
  const many = Array.from({ length: 51 }, (_, index) => ({ source: `./m${index}`, optional: true }));
  await expect(load({ include: many }, createProject({}))).rejects.toMatchObject({ code: "config-invalid" });
});
