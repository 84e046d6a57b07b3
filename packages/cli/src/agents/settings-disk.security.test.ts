import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createNodeFileSystem } from "@skillwright/core/node";
import { afterAll, describe, expect, test } from "vitest";
import type { SettingsScope } from "./agent-settings.ts";
import { createSettingsDisk, type SettingsDisk } from "./settings-disk.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

type Lab = { readonly home: string; readonly project: string; disk(scope: SettingsScope): SettingsDisk };

function createLab(files: Readonly<Record<string, string>> = {}): Lab {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "settings-")));
  folders.push(folder);
  for (const path of ["home", "project"]) mkdirSync(join(folder, path));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const project = `${folder}/project`;
  const fs = createNodeFileSystem();
  const home = `${folder}/home`;
  return { home, project, disk: (scope) => createSettingsDisk(fs, { scope, project, home }) };
}

test("a file is created with its folders, replaced atomically, and removed", () => {
  const { home, disk } = createLab();
  const path = `${home}/.cursor/deep/hooks.json`;
  const { read, apply } = disk("user");
  expect(read(path)).toBeUndefined();
  apply([{ path, before: undefined, after: "{}" }]);
  apply([{ path, before: "{}", after: '{"a": 1}' }]);
  expect(read(path)).toBe('{"a": 1}');
  expect(readdirSync(dirname(path))).toEqual(["hooks.json"]);
  apply([{ path, before: '{"a": 1}', after: undefined }]);
  expect(readdirSync(home)).toEqual([]);
});

test("removing a file also removes the folders it leaves empty, and no others", () => {
  const { home, project, disk } = createLab({
    "home/.cursor/mine": "",
    "project/.github/hooks/s.json": "{}",
    "home/a/b/c/s.json": "{}",
    "elsewhere/deep/s.json": "{}",
  });
  const elsewhere = join(dirname(home), "elsewhere/deep/s.json");
  const { apply } = disk("user");
  apply([{ path: `${home}/.cursor/hooks/s.json`, before: undefined, after: "{}" }]);
  for (const path of [
    ...[`${home}/.cursor/hooks/s.json`, `${project}/.github/hooks/s.json`, `${home}/a/b/c/s.json`],
    elsewhere,
  ])
    apply([{ path, before: "{}", after: undefined }]);
  expect(readdirSync(home).toSorted()).toEqual([".cursor", "a"]);
  expect(readdirSync(`${home}/.cursor`)).toEqual(["mine"]);
  expect(readdirSync(`${home}/a`)).toEqual([]);
  expect(readdirSync(project)).toEqual([]);
  expect(existsSync(dirname(elsewhere))).toBe(true);
});

test("a folder that is a link is kept, even if it is empty", () => {
  const { home, disk } = createLab({ "home/dotfiles/cursor/s.json": "{}" });
  symlinkSync("dotfiles/cursor", `${home}/.cursor`);
  disk("user").apply([{ path: `${home}/.cursor/s.json`, before: "{}", after: undefined }]);
  expect(readlinkSync(`${home}/.cursor`)).toBe("dotfiles/cursor");
  expect(readdirSync(`${home}/dotfiles/cursor`)).toEqual([]);
});

test("the mode of a private file is kept", () => {
  const { home, disk } = createLab({ "home/.claude.json": "{}" });
  chmodSync(`${home}/.claude.json`, 0o600);
  disk("user").apply([{ path: `${home}/.claude.json`, before: "{}", after: "{ }" }]);
  expect(statSync(`${home}/.claude.json`).mode & 0o777).toBe(0o600);
});

test("a link to the user's own file is written through, and the link is kept", () => {
  const { home, disk } = createLab({ "home/dotfiles/claude.json": "{}" });
  mkdirSync(`${home}/.claude`);
  symlinkSync("../dotfiles/claude.json", `${home}/.claude/settings.json`);
  const path = `${home}/.claude/settings.json`;
  const { read, apply } = disk("user");
  apply([{ path, before: read(path), after: "{ }" }]);
  expect(readlinkSync(path)).toBe("../dotfiles/claude.json");
  expect(readFileSync(`${home}/dotfiles/claude.json`, "utf8")).toBe("{ }");
  apply([{ path, before: "{ }", after: undefined }]);
  expect([lstatSync(path, { throwIfNoEntry: false }), existsSync(`${home}/dotfiles/claude.json`)]).toEqual([
    undefined,
    false,
  ]);
});

test("a file that changed since it was read is left alone", () => {
  const { home, disk } = createLab({ "home/a.json": "{}" });
  const path = `${home}/a.json`;
  const { read, apply } = disk("user");
  const before = read(path);
  writeFileSync(path, '{"new": 1}');
  const changed = expect.objectContaining({ code: "settings-changed", details: { path } });
  expect(() => apply([{ path, before, after: "{ }" }])).toThrow(changed);
  expect(() => apply([{ path, before, after: undefined }])).toThrow(changed);
  expect(() => apply([{ path, before: undefined, after: "{ }" }])).toThrow(changed);
  expect(readFileSync(path, "utf8")).toBe('{"new": 1}');
});

describe("a project that leads elsewhere", () => {
  const attacks: readonly (readonly [string, (lab: Lab) => void])[] = [
    ["a folder that is a link", ({ home, project }) => symlinkSync(`${home}/.ssh`, `${project}/.claude`)],
    ["a folder that is a relative link", ({ project }) => symlinkSync("../home/.ssh", `${project}/.claude`)],
    [
      "a file that is a link",
      ({ home, project }) => {
        mkdirSync(`${project}/.claude`);
        symlinkSync(`${home}/.ssh/config`, `${project}/.claude/settings.json`);
      },
    ],
    [
      "links over links",
      ({ home, project }) => {
        symlinkSync(`${home}/.ssh`, `${project}/b`);
        symlinkSync("b", `${project}/.claude`);
      },
    ],
  ];
  test.each(attacks)("%s is neither read nor written", (_, attack) => {
    const lab = createLab({ "home/.ssh/config": "Host *" });
    attack(lab);
    const { read, apply } = lab.disk("project");
    const path = `${lab.project}/.claude/settings.json`;
    const outside = expect.objectContaining({ code: "settings-outside" });
    expect(() => read(path)).toThrow(outside);
    expect(() => apply([{ path, before: undefined, after: "{}" }])).toThrow(outside);
    expect(readdirSync(`${lab.home}/.ssh`)).toEqual(["config"]);
    expect(readFileSync(`${lab.home}/.ssh/config`, "utf8")).toBe("Host *");
  });

  test("a link to a missing file does not create it", () => {
    const { home, project, disk } = createLab();
    mkdirSync(`${project}/.claude`);
    symlinkSync(`${home}/new.json`, `${project}/.claude/settings.json`);
    const path = `${project}/.claude/settings.json`;
    expect(() => disk("project").apply([{ path, before: undefined, after: "{}" }])).toThrow(
      expect.objectContaining({ name: "SkillError" }),
    );
    expect(readdirSync(home)).toEqual([]);
  });

  test("a sibling folder with the same prefix is outside", () => {
    const { project, disk } = createLab({ "project-evil/settings.json": "{}" });
    symlinkSync("../project-evil", `${project}/.claude`);
    expect(() => disk("project").read(`${project}/.claude/settings.json`)).toThrow(
      expect.objectContaining({ code: "settings-outside" }),
    );
  });

  test("a link inside the project is followed", () => {
    const { project, disk } = createLab({ "project/settings/claude.json": "{}" });
    mkdirSync(`${project}/.claude`);
    symlinkSync("../settings/claude.json", `${project}/.claude/settings.json`);
    expect(disk("project").read(`${project}/.claude/settings.json`)).toBe("{}");
  });
});

describe("refused", () => {
  test("a file that is too large, one that is not UTF-8, a folder, and a link to itself", () => {
    const { home, disk } = createLab({ "home/large.json": "", "home/folder/x": "" });
    truncateSync(`${home}/large.json`, 16_777_217);
    writeFileSync(`${home}/utf16.json`, Buffer.from("{}", "utf16le"));
    writeFileSync(`${home}/latin.json`, Buffer.from([0x7b, 0xe9, 0x7d]));
    symlinkSync("loop.json", `${home}/loop.json`);
    const { read, apply } = disk("user");
    expect(() => read(`${home}/large.json`)).toThrow(expect.objectContaining({ code: "file-too-large" }));
    expect(() => read(`${home}/latin.json`)).toThrow(expect.objectContaining({ code: "settings-unusable" }));
    expect(() => read(`${home}/folder`)).toThrow(
      expect.objectContaining({
        details: { path: `${home}/folder`, line: 1, reason: "this is not a regular file" },
      }),
    );
    expect(() => apply([{ path: `${home}/loop.json`, before: undefined, after: "{}" }])).toThrow(
      expect.objectContaining({ name: "SkillError" }),
    );
  });

  test("a file that is marked read-only, and a folder that is a file", () => {
    const { home, disk } = createLab({ "home/a.json": "{}", "home/.cursor": "" });
    chmodSync(`${home}/a.json`, 0o444);
    const { apply } = disk("user");
    expect(() => apply([{ path: `${home}/a.json`, before: "{}", after: "{ }" }])).toThrow(
      expect.objectContaining({ code: "file-forbidden" }),
    );
    expect(() => apply([{ path: `${home}/.cursor/hooks.json`, before: undefined, after: "{}" }])).toThrow(
      expect.objectContaining({ name: "SkillError" }),
    );
    expect(readFileSync(`${home}/a.json`, "utf8")).toBe("{}");
  });

  test.skipIf(process.getuid?.() === 0)("a folder that is not writable", () => {
    const { home, disk } = createLab({ "home/.cursor/hooks.json": "{}" });
    chmodSync(`${home}/.cursor`, 0o555);
    const path = `${home}/.cursor/hooks.json`;
    expect(() => disk("user").apply([{ path, before: "{}", after: "{ }" }])).toThrow(
      expect.objectContaining({ code: "file-forbidden" }),
    );
    chmodSync(`${home}/.cursor`, 0o755);
    expect(readdirSync(`${home}/.cursor`)).toEqual(["hooks.json"]);
  });
});
