import { SkillError } from "@skillwright/core";
import { describe, expect, test } from "vitest";
import { chooseVersions } from "./choose-versions.ts";
import { explainConflict } from "./explain-conflict.ts";
import { type Dependency, type SolverOptions, solveVersions, type VersionProvider } from "./pubgrub.ts";

type Ranges = Readonly<Record<string, string>>;
type Graph = Readonly<Record<string, Readonly<Record<string, Ranges>>>>;

function providerOf(graph: Graph): VersionProvider {
  return {
    versions: (name) => graph[name] && { versions: Object.keys(graph[name]) },
    dependencies: (name, version) => toDependencies(graph[name]?.[version] ?? {}),
  };
}

function toDependencies(ranges: Ranges): readonly Dependency[] {
  return Object.entries(ranges).map(([name, range]) => ({ name, range }));
}

async function solve(graph: Graph, wanted: Ranges, options: SolverOptions = {}): Promise<unknown> {
  const result = await solveVersions(toDependencies(wanted), providerOf(graph), options);
  if (result.kind === "conflict") return explainConflict(result.conflict);
  return Object.fromEntries(result.versions);
}

describe("solutions", () => {
  test("a conflict is avoided while a version that fits is left", async () => {
    const graph = {
      menu: { "1.1.0": { icons: "^2.0.0" }, "1.0.0": {} },
      icons: { "1.0.0": {}, "1.1.0": {}, "2.0.0": {} },
    };
    expect(await solve(graph, { menu: "^1.0.0", icons: "^1.0.0" })).toEqual({
      menu: "1.0.0",
      icons: "1.1.0",
    });
  });

  test("a package that cannot live with its own dependency is taken in an older version", async () => {
    const graph = {
      menu: { "2.0.0": { icons: "^1.0.0" }, "1.0.0": {} },
      icons: { "1.0.0": { menu: "^1.0.0" } },
    };
    expect(await solve(graph, { menu: ">=1.0.0" })).toEqual({ menu: "1.0.0" });
  });

  test("a conflict of which each half was decided elsewhere is traced to its cause", async () => {
    const graph = {
      app: { "1.0.0": {}, "1.1.0": { left: "^1.0.0", right: "^1.0.0" } },
      left: { "1.0.0": { shared: ">=1.0.0" } },
      right: { "1.0.0": { shared: "<2.0.0" } },
      shared: { "2.0.0": {}, "1.0.0": { target: "^1.0.0" } },
      target: { "2.0.0": {}, "1.0.0": {} },
    };
    expect(await solve(graph, { app: "^1.0.0", target: "^2.0.0" })).toEqual({
      app: "1.0.0",
      target: "2.0.0",
    });
  });

  const one = { a: { "1.0.0": {}, "1.1.0": {}, "1.2.0": {}, "1.3.0-rc.1": {} } };
  test.each<readonly [string, SolverOptions, string]>([
    ["the highest", {}, "1.2.0"],
    ["the locked one", { locked: new Map([["a", "1.1.0"]]) }, "1.1.0"],
    ["the highest, if the locked one is gone", { locked: new Map([["a", "1.1.5"]]) }, "1.2.0"],
    ["the highest for --latest", { prefer: "latest", locked: new Map([["a", "1.1.0"]]) }, "1.2.0"],
    ["the lowest for --minimal", { prefer: "minimal", locked: new Map([["a", "1.1.0"]]) }, "1.0.0"],
    ["still a release if pre-releases may be used", { prereleases: true }, "1.2.0"],
  ])("takes %s", async (_, options, version) => {
    expect(await solve(one, { a: "^1.0.0" }, options)).toEqual({ a: version });
  });

  test("a pre-release is taken only if the range names it or the user asks", async () => {
    const graph = { a: { "2.0.0-rc.1": {} } };
    expect(await solve(graph, { a: "*" })).toEqual(["you want a (the newest version is 2.0.0-rc.1)."]);
    expect(await solve(graph, { a: "^2.0.0-rc.0" })).toEqual({ a: "2.0.0-rc.1" });
    expect(await solve(graph, { a: "*" }, { prereleases: true })).toEqual({ a: "2.0.0-rc.1" });
  });

  test("packages that need each other are installed, and the circle is shown", async () => {
    const graph = {
      a: { "1.0.0": { b: "*" } },
      b: { "1.0.0": { c: "*" } },
      c: { "1.0.0": { a: "^1.0.0", c: "*" } },
    };
    const { versions, cycles } = await chooseVersions([{ name: "a", range: "*" }], providerOf(graph));
    expect([...versions.keys()]).toEqual(["a", "b", "c"]);
    expect(cycles).toEqual([
      ["a", "b", "c", "a"],
      ["c", "c"],
    ]);
  });
});

describe("explanations", () => {
  test("a chain of needs", async () => {
    const graph = {
      foo: { "1.0.0": { bar: "^2.0.0" } },
      bar: { "2.0.0": { baz: "^3.0.0" } },
      baz: { "1.0.0": {}, "3.0.0": {} },
    };
    expect(await solve(graph, { foo: "^1.0.0", baz: "^1.0.0" })).toEqual([
      "Because every version of foo needs bar ^2.0.0 and every version of bar needs baz ^3.0.0, every version of foo needs baz 3.0.0.",
      "And because you want foo ^1.0.0, baz 3.0.0 is needed.",
      "So, because you want baz ^1.0.0, there is no solution.",
    ]);
  });

  test("two reasons for two versions: the first gets a number", async () => {
    const graph = {
      foo: { "1.0.0": { a: "^1.0.0", b: "^1.0.0" }, "1.1.0": { x: "^1.0.0", y: "^1.0.0" } },
      a: { "1.0.0": { b: "^2.0.0" } },
      b: { "1.0.0": {}, "2.0.0": {} },
      x: { "1.0.0": { y: "^2.0.0" } },
      y: { "1.0.0": {}, "2.0.0": {} },
    };
    expect(await solve(graph, { foo: "^1.0.0" })).toEqual([
      "Because every version of a needs b ^2.0.0 and foo 1.0.0 needs a ^1.0.0, foo 1.0.0 needs b 2.0.0.",
      "And because foo 1.0.0 needs b ^1.0.0, foo 1.0.0 cannot be used (1).",
      "Because every version of x needs y ^2.0.0 and foo 1.1.0 needs x ^1.0.0, foo 1.1.0 needs y 2.0.0.",
      "And because foo 1.1.0 needs y ^1.0.0, foo 1.1.0 cannot be used.",
      "And because foo 1.0.0 cannot be used (1), no version of foo can be used.",
      "So, because you want foo ^1.0.0, there is no solution.",
    ]);
  });

  test("two packages that need different versions of a third", async () => {
    const graph = {
      a: { "1.0.0": { c: "^1.0.0" }, "1.1.0": { c: "^1.0.0" } },
      b: { "1.0.0": { c: "^2.0.0" } },
      c: { "1.0.0": {}, "2.0.0": {} },
    };
    expect(await solve(graph, { a: "*", b: "*" })).toEqual([
      "Because every version of b needs c ^2.0.0 and every version of a needs c ^1.0.0, b and a cannot be used together.",
      "And because you want a, no version of b can be used.",
      "So, because you want b, there is no solution.",
    ]);
  });

  test("something that does not exist", async () => {
    expect(await solve({}, { a: "*" })).toEqual(["you want a (there is no a)."]);
    expect(await solve({ a: { "1.0.0": { b: "^1.0.0" } } }, { a: "*" })).toEqual([
      "Because every version of a needs b ^1.0.0 (there is no b) and you want a, there is no solution.",
    ]);
    const promise = chooseVersions([{ name: "a", range: "^2.0.0" }], providerOf({ a: { "1.0.0": {} } }));
    await expect(promise).rejects.toEqual(
      new SkillError("versions-conflict", { explanation: "you want a ^2.0.0 (the newest version is 1.0.0)" }),
    );
  });
});

describe("size", () => {
  /** Each package needs the next three and has ten versions. */
  function chain(count: number): Graph {
    const versions = Array.from({ length: 10 }, (_, index) => `1.${index}.0`);
    const names = Array.from({ length: count }, (_, index) => `p${index}`);
    const needs = (index: number) =>
      Object.fromEntries(names.slice(index + 1, index + 4).map((name) => [name, "^1.2.0"]));
    return Object.fromEntries(
      names.map((name, index) => [name, Object.fromEntries(versions.map((one) => [one, needs(index)]))]),
    );
  }

  test("a thousand packages: every question is asked once, and only about what is chosen", async () => {
    const asked: string[] = [];
    const inner = providerOf(chain(1000));
    const provider: VersionProvider = {
      versions: (name) => {
        asked.push(name);
        return inner.versions(name);
      },
      dependencies: (name, version) => {
        asked.push(`${name}@${version}`);
        return inner.dependencies(name, version);
      },
    };
    const start = process.cpuUsage();
    const result = await solveVersions([{ name: "p0", range: "*" }], provider);
    const { user } = process.cpuUsage(start);
    expect(result.kind === "solved" && result.versions.size).toBe(1000);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBe(2000);
    expect(user / 1000).toBeLessThan(3000);
  });

  test("a conflict of thousands of steps is explained by its last lines", async () => {
    const versions = Array.from({ length: 2000 }, (_, index) => [`1.${index}.0`, { [`gone${index}`]: "*" }]);
    const lines = await solve({ a: Object.fromEntries(versions) }, { a: "*" });
    expect(lines).toHaveLength(40);
    expect(lines).toContain("So, because you want a, there is no solution.");
  });

  /** What it costs to find that a package has no usable version, while another one is decided before it. */
  async function workFor(count: number, prefer: SolverOptions["prefer"], isUnit: boolean): Promise<number> {
    const needs = (index: number): Ranges =>
      isUnit ? { [`gone${index}`]: "*" } : { base: `>=2.0.0 <2.${index + 1}.0` };
    const failing = Array.from({ length: count }, (_, index) => [`1.${index}.0`, needs(index)]);
    const graph = { base: { "1.0.0": {}, "2.0.0": {} }, a: Object.fromEntries(failing) };
    const wanted = toDependencies({ base: "^1.0.0", a: "*" });
    const { kind, work } = await solveVersions(wanted, providerOf(graph), { prefer });
    expect(kind).toBe("conflict");
    return work;
  }

  test.each([
    ["latest", true],
    ["latest", false],
    ["minimal", true],
    ["minimal", false],
  ] as const)(
    "ten times as many versions that fail are ten times the work (%s, %s)",
    async (prefer, isUnit) => {
      const [few, many] = [await workFor(100, prefer, isUnit), await workFor(1000, prefer, isUnit)];
      expect(many).toBeGreaterThan(1000);
      expect(many).toBeLessThan(few * 11);
    },
  );

  test("questions are bounded", async () => {
    let asked = 0;
    const endless: VersionProvider = {
      versions: () => {
        asked++;
        return { versions: ["1.0.0"] };
      },
      dependencies: (name) => [{ name: `${Number(name) + 1}`, range: "*" }],
    };
    const promise = solveVersions([{ name: "0", range: "*" }], endless);
    await expect(promise).rejects.toMatchObject({ code: "versions-conflict" });
    expect(asked).toBeLessThan(50_001);
  });

  test("a conflict that needs many steps back ends: pigeons and holes, up to the limit", async () => {
    const graph: Record<string, Record<string, Ranges>> = {};
    for (let index = 0; index < 60; index++) {
      graph[`p${index}`] = Object.fromEntries(
        Array.from({ length: 8 }, (_, minor) => [`1.${minor}.0`, { end: `1.${minor}.0` }]),
      );
    }
    graph.end = { "1.99.0": {} };
    const wanted = Object.fromEntries(Object.keys(graph).map((name) => [name, "*"]));
    expect(await solve(graph, wanted)).toEqual(
      expect.arrayContaining([expect.stringContaining("no solution")]),
    );
  });
});
