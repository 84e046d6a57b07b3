import { createNodeFileSystem } from "@skillwright/core/node";
import { expect, test } from "vitest";
import { createCache } from "../apply/cache.ts";
import { createNodeDisk } from "../apply/node-disk.ts";
import { placeIn, treeOf, wantedOf } from "../apply/test-install.ts";
import { emptyLock } from "../lock/lock.ts";
import { agentFolders } from "../plan/place.ts";
import { findSkills } from "../sources/find-skills.ts";
import type { Release, Source } from "../sources/source.ts";
import { temporaryFolder } from "../sources/test-git.ts";
import { askOnce } from "./ask-once.ts";
import { chooseSkills, fetchOffer, type InstallSetting } from "./offer.ts";
import { prepareInstall } from "./prepare-install.ts";

const spec = { kind: "npm", name: "@a/b" } as const;

function text(name: string): string {
  return `---\nname: ${name}\ndescription: Does ${name}. Use it.\n---\n`;
}

const manifest = JSON.stringify({ name: "kit", version: "1.0.0", dependencies: { base: "^1.0.0" } });
const tree = treeOf({
  "package.agent.json": manifest,
  "skills/a/SKILL.md": text("a"),
  "skills/b/SKILL.md": text("b"),
});

function settingFor(
  release: Release,
  more: Partial<InstallSetting> = {},
): InstallSetting & { asked: string[] } {
  const asked: string[] = [];
  const source: Source = {
    versions: async () => [release],
    resolve: async () => {
      asked.push("resolve");
      return release;
    },
    fetch: async () => {
      asked.push("fetch");
      return { tree };
    },
  };
  const now = Date.parse("2026-03-01T12:00:00Z");
  return { root: "/repo", sourceOf: () => source, lock: emptyLock, rules: [], now, asked, ...more };
}

const old = { resolved: "1.0.0", version: "1.0.0", publishedAt: "2026-01-01T00:00:00.000Z" };

test("an offer has the skills of a release, with what their package needs", async () => {
  const { found } = await fetchOffer(spec, settingFor(old));
  expect(found.skills.map(({ name, package: owner, needs }) => [name, owner, needs?.dependencies])).toEqual([
    ["a", "kit", { base: "^1.0.0" }],
    ["b", "kit", { base: "^1.0.0" }],
  ]);
});

test("policies come first: a blocked source is not asked, and a release that is too young is not fetched", async () => {
  const blocked = settingFor(old, { rules: [{ blockedSources: ["npm:@a/*"] }] });
  await expect(fetchOffer(spec, blocked)).rejects.toMatchObject({ code: "install-refused" });
  const young = settingFor({ ...old, publishedAt: "2026-03-01T11:00:00.000Z" });
  await expect(fetchOffer(spec, young)).rejects.toMatchObject({ code: "install-refused" });
  expect([blocked.asked, young.asked]).toEqual([[], ["resolve"]]);
});

test("a release that is known is not looked up, and answers are asked for once", async () => {
  const setting = settingFor(old);
  await fetchOffer(spec, setting, old);
  expect(setting.asked).toEqual(["fetch"]);
  const once = { ...setting, sourceOf: askOnce(setting.sourceOf) };
  await Promise.all([fetchOffer(spec, once), fetchOffer(spec, once), fetchOffer(spec, once, old)]);
  expect(setting.asked).toEqual(["fetch", "resolve", "fetch"]);
});

test("answers about one skill of a site are not those about the whole site", async () => {
  const setting = settingFor(old);
  const once = askOnce(setting.sourceOf);
  const site = { kind: "site", url: "https://a.example" } as const;
  const source = once(site);
  await source.resolve(site);
  await source.resolve({ ...site, skill: "pdf" });
  await source.resolve({ ...site, skill: "pdf" });
  expect(setting.asked).toEqual(["resolve", "resolve"]);
});

test("skills are chosen by name, by package and name, or all; without a choice there is none", () => {
  const offer = { spec, found: findSkills({ tree }, "x") };
  const names = (words: readonly string[], all = false) =>
    chooseSkills(offer, { names: words, all })?.map(({ name }) => name);
  expect([names(["b"]), names(["kit:a", "kit:a"]), names([], true), names([])]).toEqual([
    ["b"],
    ["a"],
    ["a", "b"],
    undefined,
  ]);
  expect(() => names(["c"])).toThrow(expect.objectContaining({ code: "skill-unknown" }));
});

test("a skill with agents of its own goes to these, others to the agents of the request", () => {
  const place = placeIn(temporaryFolder());
  const [fs, disk] = [createNodeFileSystem(), createNodeDisk()];
  const cache = createCache(`${place.root}/cache`, { fs, disk });
  const wanted = [
    { ...wantedOf("a", { "SKILL.md": text("a") }), agents: ["windsurf"] },
    wantedOf("b", { "SKILL.md": text("b") }),
  ];
  const { items } = prepareInstall({ place, wanted, agents: ["claude-code"] }, settingFor(old), {
    fs,
    cache,
  });
  const [claude, windsurf] = ["claude-code", "windsurf"].map((id) => agentFolders(place, [id])[0]?.path);
  expect(items.map(({ targets }) => targets.slice(1).map(({ path }) => path))).toEqual([
    [`${windsurf}/a`],
    [`${claude}/b`],
  ]);
});
