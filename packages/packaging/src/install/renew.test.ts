import { mkdirSync, writeFileSync } from "node:fs";
import { createNodeFileSystem } from "@skillwright/core/node";
import { expect, onTestFinished, test } from "vitest";
import { createCache } from "../apply/cache.ts";
import { createNodeDisk } from "../apply/node-disk.ts";
import { wantedOf } from "../apply/test-install.ts";
import { createHttpClient } from "../http/client.ts";
import type { SkillWant } from "../lock/wants.ts";
import { publishNpm } from "../publish/npm.ts";
import { testPublication } from "../publish/test-publications.ts";
import { createLocalSource } from "../sources/local.ts";
import { createNpmSource } from "../sources/npm.ts";
import { readNpmrc } from "../sources/npmrc.ts";
import type { Source, SourceSpec } from "../sources/source.ts";
import { temporaryFolder } from "../sources/test-git.ts";
import { startNpmRegistry } from "../sources/test-npm-registry.ts";
import { findOutdated } from "../verify/outdated.ts";
import { askOnce } from "./ask-once.ts";
import { findAvailable } from "./find-available.ts";
import { getWanted, type RootSkill, type WantedSetting } from "./wanted-skills.ts";

const now = Date.parse("2026-03-01T12:00:00Z");

type Published = Readonly<Record<string, string>>;

/** A registry with versions of a package by the time of their publication, and a project that has the first one. */
async function createProject(
  times: Published,
  range: string,
): Promise<{ want: SkillWant; setting: WantedSetting }> {
  const registry = await startNpmRegistry();
  const http = createHttpClient();
  onTestFinished(() => http.close());
  const settings = readNpmrc([{ text: `registry=${registry.url}` }]);
  for (const version of Object.keys(times))
    await publishNpm(
      testPublication("pdf", undefined, { version }),
      { http, settings },
      { package: "pdf-skill" },
    );
  const packument = registry.packages.get("pdf-skill") ?? {};
  registry.packages.set("pdf-skill", { ...packument, time: { ...times } });
  const source = createNpmSource(http, settings);
  const setting: WantedSetting = {
    ...testSetting(),
    sourceOf: (spec) => {
      if (spec.kind !== "npm") throw new Error("unexpected");
      return {
        versions: () => source.versions(spec),
        resolve: () => source.resolve(spec),
        fetch: (_, release) => source.fetch(spec, release),
      };
    },
  };
  const [first = ""] = Object.keys(times);
  const installed = await getWanted([{ name: "pdf", source: `npm:pdf-skill@${first}` }], setting);
  const skills = installed.roots.map(({ chosen }) => chosen.locked);
  return {
    want: { name: "pdf", source: `npm:pdf-skill@${range}` },
    setting: { ...setting, lock: { version: 1, skills } },
  };
}

function testSetting(): Omit<WantedSetting, "sourceOf"> {
  const [fs, disk] = [createNodeFileSystem(), createNodeDisk()];
  const root = temporaryFolder();
  const cache = createCache(`${root}/cache`, { fs, disk });
  return { root, home: root, cache, frozen: false, lock: { version: 1, skills: [] }, rules: [], now };
}

function versionsOf(roots: readonly RootSkill[]): readonly unknown[] {
  return roots.map(({ chosen }) => chosen.locked.version);
}

const old = "2026-01-01T00:00:00.000Z";
const young = "2026-03-01T11:00:00.000Z";

test("a skill is renewed within its range, and beyond it only with latest", async () => {
  const { want, setting } = await createProject({ "1.0.0": old, "1.1.0": old, "2.0.0": old }, "^1.0.0");
  const renew = async (more: Partial<WantedSetting>): Promise<readonly unknown[]> =>
    versionsOf((await getWanted([want], { ...setting, ...more })).roots);
  expect(await renew({})).toEqual(["1.0.0"]);
  expect(await renew({ renew: new Set(["csv"]) })).toEqual(["1.0.0"]);
  expect(await renew({ renew: new Set(["pdf"]) })).toEqual(["1.1.0"]);
  expect(await renew({ renew: "all", latest: true })).toEqual(["2.0.0"]);
  const { available } = await findAvailable([want], setting);
  expect(findOutdated(setting.lock, available)).toEqual([
    { name: "pdf", source: "npm:pdf-skill", current: "1.0.0", wanted: "1.1.0", latest: "2.0.0" },
  ]);
});

test("instead of a release that is too young comes the newest one that is old enough", async () => {
  const { want, setting } = await createProject({ "1.0.0": old, "1.1.0": old, "1.2.0": young }, "^1.0.0");
  const { roots, held } = await getWanted([want], { ...setting, renew: new Set(["pdf"]) });
  expect(versionsOf(roots)).toEqual(["1.1.0"]);
  expect(held).toMatchObject([
    { name: "pdf", release: { version: "1.2.0" }, reason: expect.stringContaining("less than 24 hours ago") },
  ]);
  const { available } = await findAvailable([want], setting);
  expect(findOutdated(setting.lock, available)).toMatchObject([{ wanted: "1.1.0", latest: "1.2.0" }]);
});

test("without such a release a named skill is refused, and of all skills it stays as it is", async () => {
  const { want, setting } = await createProject({ "1.0.0": old, "1.1.0": young }, "^1.0.0");
  await expect(getWanted([want], { ...setting, renew: new Set(["pdf"]) })).rejects.toMatchObject({
    code: "install-refused",
    details: { name: "pdf", reason: expect.stringContaining("less than 24 hours ago") },
  });
  const { roots, held } = await getWanted([want], { ...setting, renew: "all" });
  expect([versionsOf(roots), held.length]).toEqual([["1.0.0"], 1]);
  const rules = [{ minimumReleaseAgeHours: 0 }];
  expect(versionsOf((await getWanted([want], { ...setting, rules, renew: "all" })).roots)).toEqual(["1.1.0"]);
});

test("several skills of one source ask it once, and a source that fails does not stop the others", async () => {
  const folder = temporaryFolder();
  for (const name of ["a", "b", "c"]) writeSkill(`${folder}/source`, name, "one");
  const asked: string[] = [];
  const local = createLocalSource(createNodeFileSystem());
  const sourceOf = (spec: SourceSpec): Source => {
    if (spec.kind !== "local") throw new Error("unexpected");
    const note = <Value>(what: string, work: () => Value): Value => {
      asked.push(`${what} ${spec.path.slice(folder.length)}`);
      return work();
    };
    return {
      versions: () => local.versions(spec),
      resolve: () => note("resolve", () => local.resolve(spec)),
      fetch: (_, release) => note("fetch", () => local.fetch(spec, release)),
    };
  };
  const setting: WantedSetting = { ...testSetting(), root: folder, sourceOf: askOnce(sourceOf) };
  const wants = ["a", "b", "c"].map((name) => ({ name, source: "./source" }));
  const { roots } = await getWanted(wants, setting);
  expect(asked).toEqual(["resolve /source", "fetch /source"]);

  writeSkill(`${folder}/source`, "b", "two");
  asked.length = 0;
  const skills = roots.map(({ chosen }) => chosen.locked);
  const gone = wantedOf("gone", { "SKILL.md": "" }, { source: "./gone" }).locked;
  const later = {
    ...setting,
    sourceOf: askOnce(sourceOf),
    lock: { version: 1 as const, skills: [...skills, gone] },
  };
  let answers = 0;
  const found = await findAvailable([...wants, { name: "gone", source: "./gone" }], later, () => {
    answers++;
  });
  expect([answers, asked.toSorted()]).toEqual([4, ["fetch /source", "resolve /gone", "resolve /source"]]);
  expect(findOutdated(later.lock, found.available).map(({ name }) => name)).toEqual(["b"]);
  expect(found.failed).toMatchObject([{ name: "gone", error: { code: "source-unavailable" } }]);
});

function writeSkill(folder: string, name: string, body: string): void {
  mkdirSync(`${folder}/${name}`, { recursive: true });
  writeFileSync(
    `${folder}/${name}/SKILL.md`,
    `---\nname: ${name}\ndescription: Does it. Use it.\n---\n${body}\n`,
  );
}
