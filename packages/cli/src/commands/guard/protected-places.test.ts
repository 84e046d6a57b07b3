import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryFileSystem } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { expect, test } from "vitest";
import { hookAgents } from "../../agents/hook-agents.ts";
import { listProtectedPlaces } from "./protected-places.ts";

const place = {
  home: "/home/ada",
  configFolder: "/home/ada/.config",
  platform: "linux",
  dataFolder: "/home/ada/.local/share/skillwright",
  systemFolder: "/etc/skillwright",
  cacheFolder: "/home/ada/.cache/skillwright",
  node: "24.0.0",
  programs: [],
  command: ["/usr/bin/node", "/usr/lib/node_modules/skillwright/bin/skillwright.mjs"],
} as const;

function list(more: Partial<Parameters<typeof listProtectedPlaces>[0]> = {}): readonly string[] {
  const here = { place, environment: {}, cwd: "/home/ada/app/src", policies: [], ...more };
  return listProtectedPlaces(here, createMemoryFileSystem({}));
}

test("the guard's program, policies, log, state and compiled code are protected", () => {
  expect(list({ policies: ["../team.json"] })).toEqual(
    expect.arrayContaining([
      "/usr/bin/node",
      "/usr/lib/node_modules/skillwright",
      "/home/ada/.local/share/skillwright",
      "/home/ada/.cache/skillwright",
      "/etc/skillwright",
      "/home/ada/app/team.json",
    ]),
  );
});

test("the settings of every agent with hooks are protected, for the user and in each folder above", () => {
  const found = list();
  for (const { files, switches, consent } of hookAgents)
    for (const project of ["/home/ada/app/src", "/home/ada/app"]) {
      const here = { project, place, environment: {} };
      const settings = [...(files.user?.(here) ?? []), ...(files.project?.(here) ?? []), ...switches(here)];
      const all = [...settings, ...(consent === undefined ? [] : [consent.file(here)])];
      expect(found).toEqual(expect.arrayContaining(all));
    }
});

test("a folder that a variable moves is protected, and so is the usual one", () => {
  const found = list({ environment: { CODEX_HOME: "/data/codex" } });
  for (const folder of ["/data/codex", "/home/ada/.codex"])
    expect(found).toEqual(expect.arrayContaining([`${folder}/hooks.json`, `${folder}/config.toml`]));
});

test("the usual folders are protected, even if the hook was given another one", () => {
  const found = list({ place: { ...place, dataFolder: "/data", cacheFolder: "/data/cache" } });
  expect(found).toEqual(
    expect.arrayContaining(["/data", "/home/ada/.cache/skillwright", "/home/ada/.local/share/skillwright"]),
  );
});

test("opencode's settings and plugins are protected, wherever the project is: another plugin could change calls that the guard has seen", () => {
  const found = list({ cwd: "/srv/app", environment: { OPENCODE_CONFIG_DIR: "/data/opencode" } });
  const user = ["/home/ada/.opencode", "/home/ada/.config/opencode", "/data/opencode"];
  const names = ["plugin", "plugins", "opencode.json", "opencode.jsonc"];
  for (const folder of ["/srv/app/.opencode", ...user])
    expect(found).toEqual(expect.arrayContaining(names.map((name) => `${folder}/${name}`)));
});

test("a program without a folder protects nothing else", () => {
  const found = list({ place: { ...place, command: ["node", ""], cacheFolder: "" } });
  expect(found.every((path) => path.length > 1 && path.startsWith("/"))).toBe(true);
});

test("settings behind links are protected where they are, even before they exist", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "places-")));
  mkdirSync(`${folder}/home`);
  mkdirSync(`${folder}/dotfiles/claude`, { recursive: true });
  writeFileSync(`${folder}/dotfiles/claude/settings.json`, "{}");
  symlinkSync(`${folder}/dotfiles/claude`, `${folder}/home/.claude`);
  const here = { environment: {}, cwd: `${folder}/home/app`, policies: [] };
  const found = listProtectedPlaces(
    { ...here, place: { ...place, home: `${folder}/home` } },
    createNodeFileSystem(),
  );
  rmSync(folder, { recursive: true });
  for (const base of [`${folder}/home/.claude`, `${folder}/dotfiles/claude`])
    expect(found).toEqual(expect.arrayContaining([`${base}/settings.json`, `${base}/settings.local.json`]));
});
