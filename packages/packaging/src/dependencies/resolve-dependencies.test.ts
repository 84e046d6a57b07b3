import { expect, test } from "vitest";
import { getWanted } from "../install/wanted-skills.ts";
import { addDependencies } from "./add-dependencies.ts";
import type { ResolvedDependencies } from "./resolve-dependencies.ts";
import type { DependencySetting } from "./skill-graph.ts";
import { memoryRegistry, type TestRegistry, testSetting } from "./test-sources.ts";

type Installed = ResolvedDependencies & {
  readonly fetched: readonly string[];
  readonly asked: readonly string[];
};

async function install(
  registry: TestRegistry,
  names: readonly string[],
  more: Partial<DependencySetting> = {},
): Promise<Installed> {
  const { sourceOf, fetched, asked } = memoryRegistry(registry);
  const setting = {
    ...testSetting(sourceOf),
    named: { skills: new Set(names), sources: new Set<string>() },
    ...more,
  };
  const wants = names.map((name) => ({ name, source: `npm:@team/${name}@*` }));
  const { roots } = await getWanted(wants, setting);
  return { ...(await addDependencies(roots, setting)), fetched, asked };
}

function versionsOf({ wanted }: ResolvedDependencies): Readonly<Record<string, unknown>> {
  return Object.fromEntries(wanted.map(({ locked }) => [locked.name, locked.version]));
}

function lockOf({ wanted }: ResolvedDependencies): DependencySetting["lock"] {
  return { version: 1, skills: wanted.map(({ locked }) => locked) };
}

test("only releases that are chosen or ruled out are fetched", async () => {
  const registry = {
    app: { "1.0.0": ["base@^1.0.0"] },
    base: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`1.${index}.0`, []])),
  };
  const { fetched } = await install(registry, ["app"]);
  expect([...new Set(fetched)]).toEqual(["app@1.0.0", "base@1.49.0"]);
});

test("releases that are fetched in vain are bounded", async () => {
  const failing = Array.from({ length: 600 }, (_, index) => [`1.${index}.0`, ["gone"]]);
  await expect(install({ app: Object.fromEntries(failing) }, ["app"])).rejects.toMatchObject({
    code: "versions-conflict",
    details: { explanation: expect.stringContaining("in 500 releases") },
  });
});

test("a skill that is excluded before it is known is solved again once another one needs it", async () => {
  const registry = {
    first: { "1.0.0": ["!late@^2.0.0"] },
    second: { "1.0.0": ["late"] },
    late: { "1.0.0": [], "2.0.0": [] },
  };
  expect(versionsOf(await install(registry, ["first", "second"]))).toMatchObject({ late: "1.0.0" });
});

test("what is locked and needed stays although there is a newer one, and moves only if it must", async () => {
  const before = { app: { "1.0.0": ["base@^1.0.0"] }, base: { "1.0.0": [] } };
  const lock = lockOf(await install(before, ["app"]));
  const after = {
    ...before,
    base: { "1.0.0": [], "1.1.0": [], "1.2.0": [] },
    easy: { "1.0.0": ["base@^1.0.0"] },
    strict: { "1.0.0": ["base@^1.1.0"] },
  };
  const named = (name: string) => ({ skills: new Set(["app", name]), sources: new Set<string>() });
  const easy = await install(after, ["easy"], { lock, named: named("easy") });
  expect(versionsOf(easy)).toEqual({ easy: "1.0.0", base: "1.0.0" });
  expect(easy.asked).not.toContain("base");
  const strict = await install(after, ["strict"], { lock, named: named("strict") });
  expect(versionsOf(strict)).toEqual({ strict: "1.0.0", base: "1.2.0" });
});

test.each([
  ["more", { "1.0.0": ["base@^1.0.0"], "1.0.1": ["base@^1.0.0"], "1.0.2": ["base@^1.0.0"] }],
  ["fewer", { "1.0.0": ["base@^1.0.0"] }],
])("an update of a skill with %s versions than what it needs moves what is locked", async (_, old) => {
  const base = { "1.0.0": [] };
  const lock = lockOf(await install({ app: { "1.0.0": ["base@^1.0.0"] }, base }, ["app"]));
  const after = {
    app: { ...old, "1.1.0": ["base@^1.1.0"] },
    base: { ...base, "1.1.0": [], "1.2.0": [] },
  };
  const renew = new Set(["app"]);
  expect(versionsOf(await install(after, ["app"], { lock, renew }))).toEqual({ app: "1.1.0", base: "1.2.0" });
});

test("two sources that provide one name are an error that says so", async () => {
  const { sourceOf } = memoryRegistry({
    one: { "1.0.0": ["tool"] },
    two: { "1.0.0": ["npm:@other/tool"] },
    tool: { "1.0.0": [] },
    "@other/tool": { "1.0.0": [] },
  });
  const setting = testSetting(sourceOf);
  const wants = ["one", "two"].map((name) => ({ name, source: `npm:@team/${name}` }));
  const { roots } = await getWanted(wants, setting);
  const named = { skills: new Set(["one", "two"]), sources: new Set<string>() };
  await expect(addDependencies(roots, { ...setting, named })).rejects.toMatchObject({
    code: "versions-conflict",
    details: {
      explanation: expect.stringContaining("npm:@other/tool and npm:@team/tool both provide it"),
    },
  });
});

test("with --frozen, a lock that lacks what a skill needs is refused", async () => {
  const registry = { app: { "1.0.0": ["base"] }, base: { "1.0.0": [] } };
  const { skills } = lockOf(await install(registry, ["app"]));
  const lock = { version: 1 as const, skills: skills.filter(({ name }) => name === "app") };
  await expect(install(registry, ["app"], { lock, frozen: true })).rejects.toMatchObject({
    code: "install-refused",
    details: { name: "base", reason: expect.stringContaining("app needs it") },
  });
  expect(versionsOf(await install(registry, ["app"], { lock }))).toEqual({ app: "1.0.0", base: "1.0.0" });
});
