import { describe, expect, test } from "vitest";
import { explainConflict } from "./explain-conflict.ts";
import { type Dependency, solveVersions } from "./pubgrub.ts";
import { published, type Situation } from "./test-situations.ts";

const ours: readonly Situation[] = [
  {
    title: "a shared dependency whose older version restricts others",
    wants: "b >=1.0.0",
    packages: [
      ...["a 1.0.0", "b 2.0.0 -> shared 1.0.0", "b 1.0.0 -> shared >=2.0.0"],
      ...["shared 1.0.0 -> a 1.0.0", "shared 2.0.0"],
    ],
    solution: "b 2.0.0, shared 1.0.0, a 1.0.0",
  },
  {
    title: "an older version of what is wanted, if what it needs cannot be had",
    wants: "a >=1.0.0",
    packages: [
      ...["a 2.0.0 -> b >=2.0.0", "a 1.0.0 -> b >=1.0.0", "b 2.0.0 -> c 1.0.0", "b 1.0.0", "c 2.0.0"],
    ],
    ...{ solution: "a 1.0.0, b 1.0.0", tries: 2 },
  },
  {
    title: "what is wanted stays new if an older version of what it needs fits",
    wants: "a >=1.0.0",
    packages: [
      ...["a 1.0.0 -> b >=1.0.0", "a 2.0.0 -> b >=1.0.0, c 2.0.0"],
      ...["b 1.0.0 2.0.0 3.0.0", "c 2.0.0 -> b <3.0.0"],
    ],
    solution: "a 2.0.0, b 2.0.0, c 2.0.0",
  },
  {
    title: "a conflict deep in one branch leaves the other one alone",
    wants: "a >=1.0.0, b >=1.0.0",
    packages: [
      ...["a 2.0.0 -> c 2.0.0", "a 1.0.0 -> c 1.0.0", "b 1.0.0 2.0.0 3.0.0 4.0.0 5.0.0"],
      ...["c 2.0.0 -> none 1.0.0", "c 1.0.0"],
    ],
    ...{ solution: "a 1.0.0, b 5.0.0, c 1.0.0", tries: 2 },
  },
  {
    title: "a version that excludes itself through what it needs",
    wants: "a 1.0.0",
    ...{ packages: ["a 1.0.0 -> b 1.0.0", "b 1.0.0 -> a 2.0.0"], conflict: "a b" },
  },
  {
    title: "no pre-release that only some of the ranges name",
    wants: "a ^1.0.0, c ^1.0.0",
    packages: [
      ...["a 1.0.0 -> b ^1.0.0", "a 1.1.0 -> b ^1.1.0-dev", "b 1.0.0 1.1.0-dev", "c 1.0.0 -> b ^1.0.0"],
    ],
    solution: "a 1.0.0, b 1.0.0, c 1.0.0",
  },
];

function readRanges(text: string): readonly Dependency[] {
  if (text === "") return [];
  return text.split(", ").map((one) => {
    const [name = "", ...range] = one.split(" ");
    return { name, range: range.join(" ") };
  });
}

function readPackages(
  lines: readonly string[],
): ReadonlyMap<string, ReadonlyMap<string, readonly Dependency[]>> {
  const found = new Map<string, Map<string, readonly Dependency[]>>();
  for (const line of lines) {
    const [left = "", right = ""] = line.split(" -> ");
    const [name = "", ...versions] = left.split(" ");
    const known = found.get(name) ?? new Map<string, readonly Dependency[]>();
    for (const version of versions) known.set(version, readRanges(right));
    found.set(name, known);
  }
  return found;
}

describe.each([
  ["published by Dart", published],
  ["our own", ours],
])("%s", (_, situations) => {
  test.each(situations)("$title", async (situation) => {
    const packages = readPackages(situation.packages);
    const provider = {
      versions: (name: string) =>
        packages.has(name) ? { versions: [...(packages.get(name)?.keys() ?? [])] } : undefined,
      dependencies: (name: string, version: string) => packages.get(name)?.get(version) ?? [],
    };
    const locked = new Map(readRanges(situation.locked ?? "").map(({ name, range }) => [name, range]));
    const { prefer, prereleases } = situation;
    const result = await solveVersions(readRanges(situation.wants), provider, {
      locked,
      prefer,
      prereleases,
    });
    if ("conflict" in situation) {
      const words =
        result.kind === "conflict"
          ? explainConflict(result.conflict)
              .join(" ")
              .split(/[\s,.()]+/)
          : [];
      expect(words).toEqual(expect.arrayContaining(situation.conflict.split(" ")));
    } else {
      const chosen = readRanges(situation.solution).map(({ name, range }) => [name, range]);
      expect(result.kind === "solved" && Object.fromEntries(result.versions)).toEqual(
        Object.fromEntries(chosen),
      );
    }
    expect(result.attempts).toBeLessThanOrEqual(situation.tries ?? 1);
  });
});
