import { SkillError } from "@skillwright/core";
import { explainConflict } from "./explain-conflict.ts";
import { findRefused } from "./incompatibility.ts";
import { type Dependency, type SolverOptions, solveVersions, type VersionProvider } from "./pubgrub.ts";

export type ChosenVersions = {
  readonly versions: ReadonlyMap<string, string>;
  /** Packages that need each other in a circle, each circle from the first name to the first again. They are installed all the same. */
  readonly cycles: readonly (readonly string[])[];
};

/** Chooses versions that fit together; an error explains why there are none, and is a refusal if one of the reasons is. */
export async function chooseVersions(
  wanted: readonly Dependency[],
  provider: VersionProvider,
  options: SolverOptions = {},
): Promise<ChosenVersions> {
  const solution = await solveVersions(wanted, provider, options);
  if (solution.kind === "conflict") {
    const lines = explainConflict(solution.conflict).join(" ");
    const explanation = lines.replace(/^B/, "b").replace(/\.$/, "");
    const refused = findRefused(solution.conflict);
    if (refused === undefined) throw new SkillError("versions-conflict", { explanation });
    throw new SkillError("install-refused", { name: refused.name, reason: explanation });
  }
  const { versions } = solution;
  const edges = new Map<string, readonly string[]>();
  for (const [name, version] of versions) {
    const needed = await provider.dependencies(name, version);
    const names = needed.filter(({ relation = "needs" }) => relation === "needs").map(({ name: one }) => one);
    edges.set(name, names);
  }
  return { versions, cycles: findCycles(edges) };
}

/** One circle for each edge that leads back to where a walk through the graph came from. */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const done = new Set<string>();
  const cycles: (readonly string[])[] = [];
  for (const start of edges.keys()) {
    const path: { readonly name: string; next: number }[] = [];
    const places = new Map<string, number>();
    const enter = (name: string) => {
      places.set(name, path.length);
      path.push({ name, next: 0 });
    };
    if (!done.has(start)) enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const target = edges.get(top.name)?.[top.next++];
      const place = target === undefined ? undefined : places.get(target);
      if (target === undefined) {
        done.add(top.name);
        places.delete(top.name);
        path.pop();
      } else if (place !== undefined) cycles.push([...path.slice(place).map(({ name }) => name), target]);
      else if (!done.has(target)) enter(target);
    }
  }
  return cycles;
}
