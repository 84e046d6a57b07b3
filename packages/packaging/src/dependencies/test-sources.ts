import { SkillError } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import semver from "semver";
import { createCache } from "../apply/cache.ts";
import { createNodeDisk } from "../apply/node-disk.ts";
import { treeOf } from "../apply/test-install.ts";
import type { InstallSetting } from "../install/offer.ts";
import type { Source, SourceSpec } from "../sources/source.ts";
import { temporaryFolder } from "../sources/test-git.ts";
import type { DependencySetting } from "./skill-graph.ts";

/** What each package has, by name and version: the lines of its skill's frontmatter about dependencies. */
export type TestRegistry = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** A SKILL.md with dependencies: `NAME@RANGE`, `?NAME` for an optional one, `!NAME` for a conflict. */
export function skillWith(name: string, needs: readonly string[] = []): string {
  const wanted = needs.filter((one) => !one.startsWith("!"));
  const conflicts = needs.filter((one) => one.startsWith("!")).map((one) => one.slice(1));
  const entries = wanted.map(
    (one) =>
      `    - skillName: ${JSON.stringify(one.replace("?", ""))}\n      optional: ${one.startsWith("?")}\n`,
  );
  const composition = `composition:\n  dependencies:\n${entries.join("")}  conflicts: ${JSON.stringify(conflicts)}\n`;
  return `---\nname: ${name}\ndescription: Does ${name}. Use it.\n${composition}---\nDo it.\n`;
}

/** Packages of a registry as a source; each has one skill of its name. Remembers what is asked and fetched. */
export function memoryRegistry(registry: TestRegistry): {
  readonly sourceOf: InstallSetting["sourceOf"];
  readonly fetched: string[];
  readonly asked: string[];
} {
  const [fetched, asked]: [string[], string[]] = [[], []];
  const sourceOf = (spec: SourceSpec): Source => {
    if (spec.kind !== "npm") throw new Error(`unexpected ${spec.kind}`);
    const name = spec.name.replace(/^@team\//, "");
    const versions = Object.hasOwn(registry, name) ? (registry[name] ?? {}) : undefined;
    return npmLike({ spec, name, versions, fetched, asked });
  };
  return { sourceOf, fetched, asked };
}

type TestPackage = {
  readonly spec: SourceSpec & { readonly kind: "npm" };
  readonly name: string;
  readonly versions: Readonly<Record<string, readonly string[]>> | undefined;
  readonly fetched: string[];
  readonly asked: string[];
};

function npmLike({ spec, name, versions, fetched, asked }: TestPackage): Source {
  const list = (): readonly string[] => {
    asked.push(name);
    if (versions === undefined || Object.keys(versions).length === 0) throw unavailable(spec.name);
    return Object.keys(versions).sort(semver.rcompare);
  };
  return {
    versions: async () => list().map((version) => ({ resolved: version, version })),
    resolve: async () => {
      const version = list().find((one) => semver.satisfies(one, spec.range ?? "*"));
      if (version === undefined) throw unavailable(spec.name);
      return { resolved: version, version };
    },
    fetch: async (_, { resolved }) => {
      fetched.push(`${name}@${resolved}`);
      const skill = name.slice(name.lastIndexOf("/") + 1);
      return { tree: treeOf({ [`skills/${skill}/SKILL.md`]: skillWith(skill, versions?.[resolved]) }) };
    },
  };
}

function unavailable(name: string): SkillError {
  return new SkillError("source-unavailable", { source: `npm:${name}`, reason: "there is no such package" });
}

/** A project without skills, on a real disk. */
export function testSetting(sourceOf: InstallSetting["sourceOf"]): DependencySetting {
  const [fs, disk] = [createNodeFileSystem(), createNodeDisk()];
  const root = temporaryFolder();
  return {
    ...{ root, home: root, sourceOf, rules: [], now: Date.parse("2026-03-01T12:00:00Z") },
    ...{ cache: createCache(`${root}/cache`, { fs, disk }), frozen: false },
    lock: { version: 1, skills: [] },
    named: { skills: new Set(), sources: new Set() },
    installedText: () => undefined,
  };
}
