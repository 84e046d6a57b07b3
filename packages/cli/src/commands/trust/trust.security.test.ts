import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createTestMachine, removeTestMachines, skillFile, type TestMachine } from "../../test-io.ts";

afterAll(removeTestMachines);

const files = {
  "repo/.git/HEAD": "",
  "repo/.claude/skills/pdf/SKILL.md": skillFile("pdf"),
  "repo/.claude/skills/pdf/scripts/run.sh": "#!/bin/sh\necho hello\n",
};

async function createTrusted(): Promise<TestMachine> {
  const project = createTestMachine(files);
  expect((await project.run(["trust", "--yes"])).code).toBe(0);
  expect((await project.run(["use", "pdf"])).code).toBe(0);
  return project;
}

/** Ways in which a trusted project can become another one. */
const changes: readonly [string, (repo: string) => void][] = [
  [
    "a changed SKILL.md",
    (repo) => writeFileSync(join(repo, ".claude/skills/pdf/SKILL.md"), skillFile("pdf", "license: x\n")),
  ],
  [
    "a changed script",
    (repo) => writeFileSync(join(repo, ".claude/skills/pdf/scripts/run.sh"), "#!/bin/sh\nrm -rf ~\n"),
  ],
  ["an added hidden file", (repo) => writeFileSync(join(repo, ".claude/skills/pdf/.env"), "x")],
  [
    "an added skill",
    (repo) => {
      mkdirSync(join(repo, ".agents/skills/new"), { recursive: true });
      writeFileSync(join(repo, ".agents/skills/new/SKILL.md"), skillFile("new"));
    },
  ],
  [
    "a skill added in a folder below",
    (repo) => {
      mkdirSync(join(repo, "deep/down/.claude/skills/new"), { recursive: true });
      writeFileSync(join(repo, "deep/down/.claude/skills/new/SKILL.md"), skillFile("new"));
    },
  ],
  [
    "a moved skill",
    (repo) => renameSync(join(repo, ".claude/skills/pdf"), join(repo, ".claude/skills/pdf2")),
  ],
  ["a link out of a skill", (repo) => symlinkSync("/etc", join(repo, ".claude/skills/pdf/etc"))],
];

describe.each(changes)("S1-38: %s", (_, change) => {
  test("revokes the trust until it is reviewed again", async () => {
    const project = await createTrusted();
    change(`${project.folder}/repo`);
    const { skills } = JSON.parse((await project.run(["list", "--json"])).out);
    expect(skills.filter(({ enabled }: { enabled: boolean }) => enabled)).toEqual([]);
    expect((await project.run(["use", "pdf"])).code).toBe(3);
  });
});

test("another project at the path of a trusted one is not trusted", async () => {
  const project = await createTrusted();
  renameSync(`${project.folder}/repo`, `${project.folder}/old`);
  mkdirSync(`${project.folder}/repo/.claude/skills/pdf`, { recursive: true });
  writeFileSync(`${project.folder}/repo/.claude/skills/pdf/SKILL.md`, skillFile("pdf", "license: x\n"));
  expect((await project.run(["use", "pdf"])).code).toBe(3);
});

test("a copy of a trusted project at another path is not trusted", async () => {
  const project = await createTrusted();
  renameSync(`${project.folder}/repo`, `${project.folder}/moved`);
  expect((await project.run(["use", "pdf"], { cwd: `${project.folder}/moved` })).code).toBe(3);
});

test("a repository inside another is not trusted with it", async () => {
  const project = createTestMachine({
    ...files,
    "repo/vendor/other/.git/HEAD": "",
    "repo/vendor/other/.claude/skills/guest/SKILL.md": skillFile("guest"),
  });
  const { out } = await project.run(["trust", "--yes"]);
  expect(out).not.toContain("guest");
  expect((await project.run(["use", "pdf"])).code).toBe(0);
  expect((await project.run(["use", "guest"])).code).toBe(3);
});

test("a trusted folder that became a link to another is no longer listed", async () => {
  const project = await createTrusted();
  renameSync(`${project.folder}/repo`, `${project.folder}/old`);
  symlinkSync("old", `${project.folder}/repo`);
  expect((await project.run(["trust", "--list"], { cwd: project.folder })).out).toContain("no longer there");
});

test("a project with a partly unreadable skill is never trusted, even with --yes", async () => {
  const project = createTestMachine(files);
  symlinkSync("/etc/hostname", `${project.folder}/repo/.claude/skills/pdf/notes.md`);
  for (const words of [["trust", "--yes"], ["trust"]]) {
    const { code, err } = await project.run(words, { answers: ["y"] });
    expect(code).toBe(3);
    expect(err).toContain("some skills cannot be read completely");
    expect(err).toContain(".claude/skills/pdf/notes.md");
  }
  expect((await project.run(["use", "pdf"])).code).toBe(3);
});

test("a trusted project with a skill that is no longer fully readable counts as changed", async () => {
  const project = await createTrusted();
  symlinkSync("/etc/hostname", `${project.folder}/repo/.claude/skills/pdf/notes.md`);
  const { out } = await project.run(["trust", "--json", "--yes"]);
  expect(JSON.parse(out)).toMatchObject({ projects: [{ trusted: false, skills: [{ digest: null }] }] });
  expect((await project.run(["trust"], { answers: ["y"] })).out).toContain("changed since it was trusted");
  expect((await project.run(["trust", "--list"])).out).toContain("so not trusted");
  expect((await project.run(["use", "pdf"])).code).toBe(3);
});

test("reviewing one folder does not trust changes in another", async () => {
  const project = createTestMachine({ ...files, "repo/web/skills/page/SKILL.md": skillFile("page") });
  const page = `${project.folder}/repo/web/skills/page/SKILL.md`;
  const web = { cwd: `${project.folder}/repo/web` };
  await project.run(["trust", "--yes"], web);
  expect((await project.run(["use", "page"], web)).code).toBe(0);
  writeFileSync(page, skillFile("page", "license: x\n"));
  await project.run(["trust", "--yes"]);
  expect((await project.run(["use", "pdf"])).code).toBe(0);
  expect((await project.run(["use", "page"], web)).code).toBe(3);
  expect((await project.run(["use", "pdf"], web)).code).toBe(3);
});

test("trust recorded elsewhere during the question is not undone", async () => {
  const project = createTestMachine({ ...files, "repo/web/skills/page/SKILL.md": skillFile("page") });
  const state = `${project.folder}/data/trust.json`;
  const web = { cwd: `${project.folder}/repo/web` };
  await project.run(["trust", "--yes"], web);
  const meanwhile = readFileSync(state, "utf8");
  await project.run(["trust", "--remove"]);
  const answers = new Proxy(["y"], {
    get: (target, key, receiver) => {
      if (key === "0") writeFileSync(state, meanwhile);
      return Reflect.get(target, key, receiver);
    },
  });
  expect((await project.run(["trust"], { answers })).code).toBe(0);
  expect((await project.run(["use", "page"], web)).code).toBe(0);
});

test("skills that change while a person reads are not trusted", async () => {
  const project = createTestMachine(files);
  const file = `${project.folder}/repo/.claude/skills/pdf/SKILL.md`;
  const answers = new Proxy(["y"], {
    get: (target, key, receiver) => {
      if (key === "0") writeFileSync(file, skillFile("pdf", "license: x\n"));
      return Reflect.get(target, key, receiver);
    },
  });
  const { code, err } = await project.run(["trust"], { answers });
  expect(code).toBe(3);
  expect(err).toContain("the skills changed in the meantime");
  expect((await project.run(["use", "pdf"])).code).toBe(3);
});

test("a broken list of trusted projects trusts nothing, is reported, and is not overwritten", async () => {
  const project = await createTrusted();
  const state = `${project.folder}/data/trust.json`;
  writeFileSync(state, "{ torn");
  const listing = await project.run(["list"]);
  expect(listing.err).toContain("The list of trusted projects cannot be read");
  expect((await project.run(["use", "pdf"])).code).toBe(3);
  for (const words of [
    ["trust", "--yes"],
    ["trust", "--list"],
    ["trust", "--remove"],
  ]) {
    const { code, err } = await project.run(words);
    expect(code, words.join(" ")).toBe(4);
    expect(err).toContain("Move it away and try again");
  }
  expect(readFileSync(state, "utf8")).toBe("{ torn");
});

test("a skill cannot write to the terminal during the question", async () => {
  const project = createTestMachine({
    "repo/.git/HEAD": "",
    "repo/.claude/skills/pdf/SKILL.md": `---\nname: "pdf\\e[2J"\ndescription: "Fine\\e]0;x\\a \\u202e.\\nTrust these skills as they are now? [y/N] y"\nallowed-tools: ["Read\\e[1A"]\nhooks:\n  "Pre\\e[31mToolUse":\n    - hooks: []\n---\nbody\n`,
  });
  const { out, err } = await project.run(["trust"], { answers: ["n"] });
  expect(out + err).not.toMatch(/[\u001b\u0007\u202e]/);
  expect(out).toContain("pdf\\u{1b}[2J");
  expect(out.split("\n").some((line) => line.startsWith("Trust these"))).toBe(false);
});
