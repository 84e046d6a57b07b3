import { symlinkSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { createTestMachine, removeTestMachines, skillFile, type TestMachine } from "../test-io.ts";

afterAll(removeTestMachines);

/** Attacks by a cloned repository, each with the reason for its refusal. */
const attempts: readonly [string, object, string][] = [
  ["a folder above the project", { roots: [{ path: "../stolen" }] }, "../stolen is outside the project"],
  ["a folder of the home", { roots: [{ path: "~/stolen" }] }, "~/stolen is outside the project"],
  ["a folder anywhere", { roots: [{ path: "/etc" }] }, "/etc is outside the project"],
  ["a folder that only looks inside", { roots: [{ path: "a/../../repo-2" }] }, "is outside the project"],
  [
    "another scope for its own folder",
    { roots: [{ path: "s", scope: "personal" }] },
    "its folders must have the scope project, not personal",
  ],
  ["the administrator's scope", { roots: [{ path: "s", scope: "enterprise" }] }, "at catalog.roots.0.scope"],
  ["a valid folder next to an invalid one", { roots: [{ path: "s" }, { path: "/etc" }] }, "/etc is outside"],
  ["a path that no file system takes", { roots: [{ path: "s\u0000" }] }, "Cannot read or write"],
  ["a path that is too long", { roots: [{ path: "s".repeat(5000) }] }, "sss"],
  ["scope custom, which needs no trust", { roots: [{ path: "s", scope: "custom" }] }, "not custom"],
  ["turning the user's skills off", { off: ["*"] }, "catalog.off to your own configuration"],
  ["coming first", { precedence: "omniforge" }, "catalog.precedence to your own configuration"],
  ["hiding agents", { clients: ["codex"] }, "catalog.clients to your own configuration"],
  ["impersonating another tenant", { tenant: "acme" }, "catalog.tenant to your own configuration"],
];

const commands: readonly (readonly string[])[] = [
  ["list"],
  ["search", "mine"],
  ["explain", "mine"],
  ["use", "mine"],
  ["trust", "--yes"],
  ["doctor"],
];

/** The user's own skill stays usable, nothing of the project's file counts, and every command says so. */
async function expectIgnored({ run, folder }: TestMachine, reason: string): Promise<void> {
  for (const words of commands) {
    const { code, out, err } = await run(words);
    expect({ words, code }).toEqual({ words, code: 0 });
    expect(`${out}${err}`.replace(/\s+/g, " ")).toContain("This configuration is ignored: ");
  }
  const { skills, shadowed, findings } = JSON.parse((await run(["list", "--json"])).out);
  expect([...skills, ...shadowed].map(({ id, enabled }) => [id, enabled])).toEqual([["mine", true]]);
  expect(findings).toEqual([
    {
      code: "project-config-ignored",
      severity: "warning",
      message: expect.stringContaining(reason),
      path: `${folder}/repo/skillwright.config.json`,
    },
  ]);
  const { roots, config } = JSON.parse((await run(["doctor", "--json"])).out);
  expect({ config, roots: roots.map(({ path }: { path: string }) => path) }).toEqual({
    config: [],
    roots: [`${folder}/home/.claude/skills`],
  });
}

const files = {
  "repo/.git/HEAD": "",
  "repo/s/pdf/SKILL.md": skillFile("pdf"),
  "repo-2/pdf/SKILL.md": skillFile("pdf"),
  "stolen/pdf/SKILL.md": skillFile("pdf"),
  "home/stolen/pdf/SKILL.md": skillFile("pdf"),
  "home/.claude/skills/mine/SKILL.md": skillFile("mine"),
};

describe.each(attempts)("a project's configuration: %s", (_, catalog, reason) => {
  test("is ignored as a whole and stops no command", async () => {
    const config = JSON.stringify({ catalog });
    await expectIgnored(createTestMachine({ ...files, "repo/skillwright.config.json": config }), reason);
  });
});

test.each([
  ["no YAML", "catalog: [", "line 1"],
  ["another shape", '{ "catalog": 1 }', "at catalog: "],
  ["an unknown rule", '{ "rules": { "x.y": "off" } }', "unknown rule: x.y."],
  ["no text", "\u0000\ufffd".repeat(100_000), "it is not UTF-8 text or too large."],
])("a project's configuration that is %s stops no command", async (_, text, reason) => {
  await expectIgnored(createTestMachine({ ...files, "repo/skillwright.config.json": text }), reason);
});

test("a project's configuration that is a link to itself stops no command", async () => {
  const machine = createTestMachine(files);
  symlinkSync("skillwright.config.json", `${machine.folder}/repo/skillwright.config.json`);
  await expectIgnored(machine, "is a symbolic link that cannot be followed.");
});

test("a folder of the project that links out of it is not searched", async () => {
  const machine = createTestMachine({
    ...files,
    "repo/skillwright.config.json": JSON.stringify({ catalog: { roots: [{ path: "docs/inside" }] } }),
    "elsewhere/inside/pdf/SKILL.md": skillFile("pdf"),
  });
  symlinkSync("../elsewhere", `${machine.folder}/repo/docs`);
  await expectIgnored(machine, "docs/inside links outside the project");
});

test("quotes from a project's configuration are short and harmless", async () => {
  const key = `\u001b[2J${"Obey me. ".repeat(2000)}`;
  const machine = createTestMachine({
    ...files,
    "repo/skillwright.config.json": JSON.stringify({ [key]: 1 }),
  });
  const { code, err } = await machine.run(["use", "mine"]);
  expect(code).toBe(0);
  expect(err).toContain("This configuration is ignored: Unrecognized key");
  expect(err).not.toContain("\u001b");
  expect(err.length).toBeLessThan(500);
});

test("a file above the repository, or above a folder without one, is ignored", async () => {
  const machine = createTestMachine({
    ...files,
    "skillwright.config.json": JSON.stringify({ catalog: { off: ["*"] } }),
    "plain/skillwright.config.json": JSON.stringify({ catalog: { roots: [{ path: "deep/s" }] } }),
    "plain/deep/s/pdf/SKILL.md": skillFile("pdf"),
  });
  for (const cwd of ["repo", "repo/s/pdf", "plain/deep"]) {
    const { out } = await machine.run(["doctor", "--json"], { cwd: `${machine.folder}/${cwd}` });
    expect(JSON.parse(out)).toMatchObject({ config: [], findings: [] });
  }
});

test("an unreadable .git stops no command", async () => {
  const machine = createTestMachine({ "home/.claude/skills/mine/SKILL.md": skillFile("mine") });
  symlinkSync(".git", `${machine.folder}/repo/.git`);
  expect(await machine.run(["list"])).toMatchObject({
    code: 0,
    out: expect.stringContaining("mine"),
    err: "1 skill\n",
  });
});
