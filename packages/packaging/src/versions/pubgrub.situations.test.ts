import { expect, test } from "vitest";
import { solveVersions } from "./pubgrub.ts";

// Situations that solvers of this kind are known for, written by hand. They were not compared with the tests of another solver.

type Ranges = Readonly<Record<string, string>>;
type Graph = Readonly<Record<string, Readonly<Record<string, Ranges>>>>;

async function solve(graph: Graph, wanted: Ranges): Promise<unknown> {
  const toDependencies = (ranges: Ranges) => Object.entries(ranges).map(([name, range]) => ({ name, range }));
  const result = await solveVersions(toDependencies(wanted), {
    versions: (name) => graph[name] && { versions: Object.keys(graph[name]) },
    dependencies: (name, version) => toDependencies(graph[name]?.[version] ?? {}),
  });
  return result.kind === "conflict" ? "no solution" : Object.fromEntries(result.versions);
}

/** Versions 1.0.0, 2.0.0 … that need nothing. */
function plain(...majors: readonly number[]): Readonly<Record<string, Ranges>> {
  return Object.fromEntries(majors.map((major) => [`${major}.0.0`, {}]));
}

test.each<readonly [string, Graph, Ranges, unknown]>([
  [
    "a simple tree",
    { a: { "1.0.0": { b: "1.0.0" } }, b: plain(1) },
    { a: "1.0.0" },
    { a: "1.0.0", b: "1.0.0" },
  ],
  [
    "a shared dependency whose ranges overlap",
    {
      a: { "1.0.0": { shared: ">=2.0.0 <4.0.0" } },
      b: { "1.0.0": { shared: ">=3.0.0 <5.0.0" } },
      shared: plain(1, 2, 3, 4, 5),
    },
    { a: "1.0.0", b: "1.0.0" },
    { a: "1.0.0", b: "1.0.0", shared: "3.0.0" },
  ],
  [
    "a shared dependency whose older version restricts others",
    {
      a: { "1.0.0": {} },
      b: { "2.0.0": { shared: "1.0.0" }, "1.0.0": { shared: ">=2.0.0" } },
      shared: { "1.0.0": { a: "1.0.0" }, "2.0.0": {} },
    },
    { b: ">=1.0.0" },
    { b: "2.0.0", shared: "1.0.0", a: "1.0.0" },
  ],
  [
    "a package that is only needed by a version that is not chosen is left out",
    { a: { "2.0.0": { missing: "1.0.0" }, "1.0.0": {} } },
    { a: ">=1.0.0" },
    { a: "1.0.0" },
  ],
  [
    "a circle",
    { a: { "1.0.0": { b: ">=1.0.0" } }, b: { "1.0.0": { a: ">=1.0.0" } } },
    { a: ">=1.0.0" },
    { a: "1.0.0", b: "1.0.0" },
  ],
  ["no version in the range", { a: plain(2, 3) }, { a: ">=1.0.0 <2.0.0" }, "no solution"],
  [
    "no version in ranges that overlap",
    {
      a: { "1.0.0": { shared: ">=2.0.0 <3.0.0" } },
      b: { "1.0.0": { shared: ">=2.5.0 <4.0.0" } },
      shared: { "2.0.0": {}, "3.5.0": {} },
    },
    { a: "1.0.0", b: "1.0.0" },
    "no solution",
  ],
  [
    "ranges that exclude each other",
    {
      a: { "1.0.0": { shared: "<=2.0.0" } },
      b: { "1.0.0": { shared: ">3.0.0" } },
      shared: plain(2, 4),
    },
    { a: "1.0.0", b: "1.0.0" },
    "no solution",
  ],
  [
    "versions that force each other out",
    {
      a: { "1.0.0": { b: "1.0.0" }, "2.0.0": { b: "2.0.0" } },
      b: { "1.0.0": { a: "2.0.0" }, "2.0.0": { a: "1.0.0" } },
    },
    { a: ">=1.0.0", b: ">=1.0.0" },
    "no solution",
  ],
  [
    "an older version of what is wanted, not of what it needs, when that cannot be had",
    {
      a: { "2.0.0": { b: ">=2.0.0" }, "1.0.0": { b: ">=1.0.0" } },
      b: { "2.0.0": { c: "1.0.0" }, "1.0.0": {} },
      c: plain(2),
    },
    { a: ">=1.0.0" },
    { a: "1.0.0", b: "1.0.0" },
  ],
  [
    "leaves go back before what needs them",
    {
      a: { "1.0.0": { b: ">=1.0.0" }, "2.0.0": { b: ">=1.0.0", c: "2.0.0" } },
      b: plain(1, 2, 3),
      c: { "2.0.0": { b: "<3.0.0" } },
    },
    { a: ">=1.0.0" },
    { a: "2.0.0", b: "2.0.0", c: "2.0.0" },
  ],
  [
    "the conflict deep in one branch leads back over the other one",
    {
      a: { "2.0.0": { c: "2.0.0" }, "1.0.0": { c: "1.0.0" } },
      b: plain(1, 2, 3, 4, 5),
      c: { "2.0.0": { none: "1.0.0" }, "1.0.0": {} },
    },
    { a: ">=1.0.0", b: ">=1.0.0" },
    { a: "1.0.0", b: "5.0.0", c: "1.0.0" },
  ],
  [
    "a package that does not exist, in every version",
    { a: { "1.0.0": { none: "1.0.0" }, "2.0.0": { none: "2.0.0" } } },
    { a: ">=1.0.0" },
    "no solution",
  ],
  [
    "a version that excludes itself through what it needs",
    { a: { "1.0.0": { b: "1.0.0" } }, b: { "1.0.0": { a: "2.0.0" } } },
    { a: "1.0.0" },
    "no solution",
  ],
])("%s", async (...[, graph, wanted, solution]) => {
  expect(await solve(graph, wanted)).toEqual(solution);
});
