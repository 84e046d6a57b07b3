import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createTestFolder } from "../fs/contract.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { codeOf, createStore, type SkillStore, type StoreOptions, skillText } from "./contract.ts";

const node = createNodeFileSystem();

/** A root with a valid skill `good` and a secret next to the root; `create` adds the attack. */
function attack(
  create: (root: string, outside: string) => void,
  options: Partial<StoreOptions> & { readonly fs?: FileSystem } = {},
): SkillStore {
  const folder = createTestFolder();
  mkdirSync(`${folder}/root/good/references`, { recursive: true });
  mkdirSync(`${folder}/outside/evil`, { recursive: true });
  writeFileSync(`${folder}/root/good/SKILL.md`, skillText("good"));
  writeFileSync(`${folder}/root/good/references/r.md`, "fine");
  writeFileSync(`${folder}/outside/evil/SKILL.md`, skillText("evil"));
  writeFileSync(`${folder}/outside/secret.md`, "SECRET");
  create(`${folder}/root`, `${folder}/outside`);
  const { fs = node, ...rest } = options;
  return createStore(fs, { directories: [`${folder}/root`], ...rest });
}

async function namesAndCodes(store: SkillStore): Promise<unknown> {
  const { skills, findings } = await store.list();
  return [skills.map(({ name }) => name), findings.map(({ code }) => code)];
}

test("R4-4: a skill folder that is a link out of the root is refused and reported, and strict stores stop", async () => {
  const link = (root: string, outside: string): void => symlinkSync(`${outside}/evil`, `${root}/evil`);
  const store = attack(link);
  expect(await namesAndCodes(store)).toEqual([["good"], ["link-leaves-root"]]);
  expect(await codeOf(store.load("evil"))).toBe("skill-unknown");
  expect(await codeOf(store.readFile("evil", "SKILL.md"))).toBe("skill-unknown");
  expect(await codeOf(attack(link, { strict: true }).list())).toBe("skill-invalid");
});

test("R4-4: a link to a folder that only shares the root's name as a prefix leads outside", async () => {
  const store = attack((root, outside) => {
    renameSync(outside, `${root}-outside`);
    symlinkSync(`${root}-outside/evil`, `${root}/evil`);
  });
  expect(await namesAndCodes(store)).toEqual([["good"], ["link-leaves-root"]]);
  expect(await codeOf(store.load("evil"))).toBe("skill-unknown");
});

test.each<[string, (root: string, outside: string) => void]>([
  ["out of the skill", (root, outside) => symlinkSync(`${outside}/evil/SKILL.md`, `${root}/evil/SKILL.md`)],
  ["to another skill of the root", (root) => symlinkSync("../good/SKILL.md", `${root}/evil/SKILL.md`)],
  ["nowhere", (root) => symlinkSync("missing", `${root}/evil/SKILL.md`)],
])("R4-4: a SKILL.md that is a link %s is refused and reported", async (_, create) => {
  const store = attack((root, outside) => {
    mkdirSync(`${root}/evil`);
    create(root, outside);
  });
  expect(await namesAndCodes(store)).toEqual([["good"], ["link-leaves-root"]]);
  expect(await codeOf(store.load("evil"))).toBe("skill-unknown");
});

test.each<[string, (file: string) => void, readonly string[]]>([
  ["a pipe", (file) => void execFileSync("mkfifo", [file]), ["skill-unreadable"]],
  ["a folder", (file) => mkdirSync(file), ["skill-unreadable"]],
  ["nothing but zeros, a terabyte of them", (file) => truncateSync(file, 2 ** 40), ["frontmatter-invalid"]],
])("a SKILL.md that is %s hides no other skill", async (_, create, codes) => {
  const store = attack((root) => {
    mkdirSync(`${root}/evil`);
    if (codes[0] === "frontmatter-invalid") writeFileSync(`${root}/evil/SKILL.md`, "");
    create(`${root}/evil/SKILL.md`);
  });
  expect(await namesAndCodes(store)).toEqual([["good"], codes]);
});

test.each<[string, (skill: string, outside: string) => void]>([
  [
    "a link to a file outside",
    (skill, outside) => symlinkSync(`${outside}/secret.md`, `${skill}/references/a.md`),
  ],
  [
    "a folder on the way that leads outside",
    (skill, outside) => {
      rmSync(`${skill}/references`, { recursive: true });
      symlinkSync(outside, `${skill}/references`);
      writeFileSync(`${outside}/a.md`, "SECRET");
    },
  ],
  [
    "a link over a link",
    (skill, outside) => {
      symlinkSync(`${outside}/secret.md`, `${skill}/hop`);
      symlinkSync("../hop", `${skill}/references/a.md`);
    },
  ],
  [
    "a link to another skill",
    (skill) => {
      mkdirSync(`${skill}/../other`);
      writeFileSync(`${skill}/../other/notes.md`, "x");
      symlinkSync("../../other/notes.md", `${skill}/references/a.md`);
    },
  ],
  [
    "a link to a hidden file",
    (skill) => {
      writeFileSync(`${skill}/.env`, "SECRET");
      symlinkSync("../.env", `${skill}/references/a.md`);
    },
  ],
  [
    "a link into .git, which no digest covers",
    (skill) => {
      mkdirSync(`${skill}/.git`);
      writeFileSync(`${skill}/.git/config`, "x");
      symlinkSync("../.git/config", `${skill}/references/a.md`);
    },
  ],
])("S4-16: %s is not read", async (_, create) => {
  const store = attack((root, outside) => create(`${root}/good`, outside));
  expect(await codeOf(store.readFile("good", "references/a.md"))).toBe("skill-path-invalid");
});

test("S4-16: a link inside the skill is read, so the refusals above are meaningful", async () => {
  const store = attack((root) => symlinkSync("references/r.md", `${root}/good/a.md`));
  expect(await store.readFile("good", "a.md")).toMatchObject({ text: "fine" });
});

test.each<[string, (file: string) => void]>([
  ["a pipe", (file) => void execFileSync("mkfifo", [file])],
  ["a dangling link", (file) => symlinkSync("missing", file)],
  ["a link to itself", (file) => symlinkSync(file, file)],
  ["a folder", (file) => mkdirSync(file)],
])("%s is not a file", async (_, create) => {
  const store = attack((root) => create(`${root}/good/references/a.md`));
  expect(await codeOf(store.readFile("good", "references/a.md"))).toBe("skill-file-missing");
});

test("C-15: no detour leads to the text of a script", async () => {
  const store = attack((root) => {
    const skill = `${root}/good`;
    mkdirSync(`${skill}/scripts/deep`, { recursive: true });
    writeFileSync(`${skill}/scripts/deep/run.txt`, "secret recipe");
    symlinkSync("../scripts/deep/run.txt", `${skill}/references/a.md`);
    symlinkSync("scripts", `${skill}/docs`);
    writeFileSync(`${skill}/tool`, "#!/bin/sh\necho secret recipe\n");
  });
  for (const path of ["scripts/deep/run.txt", "references/a.md", "docs/deep/run.txt", "tool"])
    expect([path, await codeOf(store.readFile("good", path))]).toEqual([path, "skill-script-unreadable"]);
});

test("a skill that changes between being found and being read is not handed out under the old name", async () => {
  let swap = (): void => {};
  let finds = 0;
  // The first read of the SKILL.md finds the skill, the second loads it, the third takes its digest.
  const swappingBefore = (nth: number): FileSystem => ({
    ...node,
    read: (path, max) => {
      if (path.endsWith("good/SKILL.md") && ++finds === nth) swap();
      return node.read(path, max);
    },
  });
  for (const [nth, text] of [
    [2, skillText("other")],
    [3, skillText("good", "changed")],
  ] as const) {
    finds = 0;
    const store = attack(
      (root) => {
        swap = () => writeFileSync(`${root}/good/SKILL.md`, text);
      },
      { fs: swappingBefore(nth) },
    );
    expect([nth, await codeOf(store.load("good"))]).toEqual([nth, "skill-changed"]);
  }
});

test("a skill with a link out of it has no digest, so it is not loaded", async () => {
  const store = attack((root, outside) => symlinkSync(outside, `${root}/good/assets`));
  expect(await codeOf(store.load("good"))).toBe("skill-invalid");
});

test("a SKILL.md that is not text is not loaded", async () => {
  const store = attack((root) => {
    const head = Buffer.from(skillText("good"));
    writeFileSync(`${root}/good/SKILL.md`, Buffer.concat([head, Buffer.from([0xff, 0xfe])]));
  });
  expect(await codeOf(store.load("good"))).toBe("skill-invalid");
});

test("a name that looks like a path finds nothing, even if the file exists", async () => {
  const store = attack((root) => chmodSync(root, 0o755));
  for (const name of ["../outside/evil", "./good", "good/", "good/../good", "..", `${"x".repeat(300)}`])
    expect([name, await codeOf(store.load(name))]).toEqual([name, "skill-unknown"]);
});
