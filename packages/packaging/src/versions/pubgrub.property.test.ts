import fc from "fast-check";
import { expect, test } from "vitest";
import { explainConflict } from "./explain-conflict.ts";
import { type Dependency, solveVersions } from "./pubgrub.ts";
import { versionsIn } from "./range.ts";

type Graph = ReadonlyMap<string, ReadonlyMap<string, readonly Dependency[]>>;

const names = ["a", "b", "c", "d", "e"];
const versions = ["1.0.0", "1.1.0", "2.0.0", "2.1.0"];
const dependency: fc.Arbitrary<Dependency> = fc.record({
  name: fc.constantFrom(...names, "missing"),
  range: fc.constantFrom("*", "^1.0.0", "^2.0.0", "1.0.0", ">=1.1.0", "<2.1.0", "^3.0.0"),
  relation: fc.constantFrom("needs", "needs", "needs", "allows", "excludes"),
});
const known = fc
  .tuple(...versions.map(() => fc.option(fc.array(dependency, { maxLength: 2 }), { nil: undefined })))
  .map(
    (lists) =>
      new Map(lists.flatMap((list, index) => (list ? [[versions[index] ?? "", list] as const] : []))),
  );
const graphs: fc.Arbitrary<Graph> = fc
  .tuple(...names.map(() => known))
  .map((all) => new Map(all.map((one, index) => [names[index] ?? "", one])));
const wants = fc.array(
  fc.record({ name: fc.constantFrom(...names), range: fc.constantFrom("*", "1.0.0", "^2.0.0", "2.1.0") }),
  { minLength: 1, maxLength: 3 },
);

function providerOf(graph: Graph) {
  return {
    versions: (name: string) =>
      graph.has(name) ? { versions: [...(graph.get(name)?.keys() ?? [])] } : undefined,
    dependencies: (name: string, version: string) => graph.get(name)?.get(version) ?? [],
  };
}

/** Reading a range takes longer than everything else here. */
const inRange = new Map(
  ["*", "^1.0.0", "^2.0.0", "1.0.0", "2.1.0", ">=1.1.0", "<2.1.0", "^3.0.0"].map((range) => [
    range,
    versionsIn(range, versions),
  ]),
);

function isFulfilled(
  { name, range, relation = "needs" }: Dependency,
  chosen: ReadonlyMap<string, string>,
): boolean {
  const version = chosen.get(name);
  if (version === undefined) return relation !== "needs";
  const isInside = inRange.get(range)?.includes(version) === true;
  return relation === "excludes" ? !isInside : isInside;
}

function isSolution(
  graph: Graph,
  wanted: readonly Dependency[],
  chosen: ReadonlyMap<string, string>,
): boolean {
  const said = [...chosen].flatMap(([name, version]) => graph.get(name)?.get(version) ?? []);
  return [...wanted, ...said].every((one) => isFulfilled(one, chosen));
}

/** Tries every combination. */
function hasSolution(graph: Graph, wanted: readonly Dependency[]): boolean {
  let combinations: ReadonlyMap<string, string>[] = [new Map()];
  for (const [name, all] of graph)
    combinations = combinations.flatMap((one) => [
      one,
      ...[...all.keys()].map((version) => new Map([...one, [name, version]])),
    ]);
  return combinations.some((chosen) => isSolution(graph, wanted, chosen));
}

test("finds a solution exactly where trying everything finds one, and every part of it is needed (S3-55)", async () => {
  const counts = { solved: 0, conflict: 0 };
  await fc.assert(
    fc.asyncProperty(
      graphs,
      wants,
      fc.constantFrom("locked" as const, "minimal" as const),
      async (graph, wanted, prefer) => {
        const result = await solveVersions(wanted, providerOf(graph), { prefer });
        counts[result.kind]++;
        expect(result.kind === "solved").toBe(hasSolution(graph, wanted));
        if (result.kind === "conflict") {
          const lines = explainConflict(result.conflict);
          expect(lines.length).toBeGreaterThan(0);
          return;
        }
        expect(isSolution(graph, wanted, result.versions)).toBe(true);
        expect(new Set(result.versions.keys())).toEqual(reachable(graph, wanted, result.versions));
        // What was chosen stays chosen: the lock changes nothing.
        const again = await solveVersions(wanted, providerOf(graph), { locked: result.versions });
        expect(again).toMatchObject({ kind: "solved", versions: result.versions });
      },
    ),
    { numRuns: 2000 },
  );
  expect(counts.solved).toBeGreaterThan(300);
  expect(counts.conflict).toBeGreaterThan(300);
});

function reachable(
  graph: Graph,
  wanted: readonly Dependency[],
  chosen: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const found = new Set(wanted.map(({ name }) => name));
  for (const name of found) {
    const said = graph.get(name)?.get(chosen.get(name) ?? "") ?? [];
    for (const one of said) if ((one.relation ?? "needs") === "needs") found.add(one.name);
  }
  return found;
}
