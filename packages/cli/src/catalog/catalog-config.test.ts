import { afterAll, expect, test } from "vitest";
import { createTestMachine, removeTestMachines, skillFile, type TestMachine } from "../test-io.ts";

afterAll(removeTestMachines);

async function listed({ run }: TestMachine, ...words: string[]): Promise<unknown> {
  const { skills } = JSON.parse((await run(["list", "--json", ...words])).out);
  return skills.map(
    ({ id, scope, enabled }: Record<string, unknown>) => `${id} ${scope}${enabled ? "" : " off"}`,
  );
}

test("the user's configuration adds folders, relative to it or in the home folder, with the given scope", async () => {
  const machine = createTestMachine({
    "data/config.json": JSON.stringify({
      catalog: { roots: [{ path: "mine" }, { path: "~/work/skills", scope: "personal" }] },
    }),
    "data/mine/pdf/SKILL.md": skillFile("pdf"),
    "home/work/skills/csv/SKILL.md": skillFile("csv"),
  });
  expect(await listed(machine)).toEqual(["csv personal", "pdf custom"]);
});

test("S3-47 S3-19: it selects agents, disables skills and sets their audience; flags take precedence", async () => {
  const machine = createTestMachine({
    "data/config.yaml":
      "catalog:\n  clients: [codex]\n  off: ['x-*']\n  agent: reviewer\n  environment: staging\n",
    "home/.codex/skills/x-ray/SKILL.md": skillFile("x-ray"),
    "home/.codex/skills/review/SKILL.md": skillFile("review", "scope:\n  agents: [reviewer]\n"),
    "home/.codex/skills/live/SKILL.md": skillFile("live", "scope:\n  environments: [production]\n"),
    "home/.claude/skills/other/SKILL.md": skillFile("other"),
  });
  expect(await listed(machine)).toEqual(["live personal off", "review personal", "x-ray personal off"]);
  expect(await listed(machine, "--environment", "production")).toContain("live personal");
  expect(await listed(machine, "--agent", "writer")).toContain("review personal off");
  expect(await listed(machine, "--client", "claude-code")).toEqual(["other personal"]);
});

test("C-1: it sets the precedence, by a preset or a list", async () => {
  const files = {
    "repo/.git/HEAD": "",
    "repo/.claude/skills/pdf/SKILL.md": skillFile("pdf"),
    "home/.claude/skills/pdf/SKILL.md": skillFile("pdf", "license: MIT\n"),
  };
  for (const precedence of ["personal-first", ["enterprise", "custom", "personal", "project", "package"]]) {
    const machine = createTestMachine({
      ...files,
      "data/config.json": JSON.stringify({ catalog: { precedence } }),
    });
    await machine.run(["trust", "--yes"]);
    expect(await listed(machine)).toEqual(["pdf personal"]);
  }
});

test("with --root only the folders of the configuration are left out", async () => {
  const machine = createTestMachine({
    "data/config.json": JSON.stringify({ catalog: { roots: [{ path: "mine" }], off: ["csv"] } }),
    "data/mine/pdf/SKILL.md": skillFile("pdf"),
    "repo/s/csv/SKILL.md": skillFile("csv"),
  });
  expect(await listed(machine, "--root", "s")).toEqual(["csv custom off"]);
});

test("a project's configuration adds folders of the project, which apply once it is trusted", async () => {
  const machine = createTestMachine({
    "repo/.git/HEAD": "",
    "repo/skillwright.config.yaml": "catalog:\n  roots:\n    - path: docs/agent-skills\n",
    "repo/docs/agent-skills/pdf/SKILL.md": skillFile("pdf"),
  });
  expect(await listed(machine)).toEqual(["pdf project off"]);
  await machine.run(["trust", "--yes"]);
  expect(await listed(machine)).toEqual(["pdf project"]);
});

test("a project's configuration is found from every folder of the repository, and the nearest applies", async () => {
  const machine = createTestMachine({
    "repo/.git/HEAD": "",
    "repo/skillwright.config.json": JSON.stringify({ catalog: { roots: [{ path: "docs" }] } }),
    "repo/docs/pdf/SKILL.md": skillFile("pdf"),
    "repo/web/app/skillwright.config.json": JSON.stringify({ catalog: { roots: [{ path: "../docs" }] } }),
    "repo/web/docs/csv/SKILL.md": skillFile("csv"),
  });
  const configIn = async (cwd: string): Promise<unknown> => {
    const { out } = await machine.run(["doctor", "--json"], { cwd: `${machine.folder}/${cwd}` });
    const { config, roots } = JSON.parse(out);
    return [...config, ...roots.map(({ path, project }: Record<string, string>) => `${path} of ${project}`)];
  };
  const repo = `${machine.folder}/repo`;
  expect(await configIn("repo/web")).toEqual([`${repo}/skillwright.config.json`, `${repo}/docs of ${repo}`]);
  expect(await configIn("repo/web/app")).toEqual([
    `${repo}/web/app/skillwright.config.json`,
    `${repo}/web/docs of ${repo}`,
  ]);
});

test("without a repository it is found in the working folder", async () => {
  const machine = createTestMachine({
    "repo/skillwright.config.json": JSON.stringify({ catalog: { roots: [{ path: "docs" }] } }),
    "repo/docs/pdf/SKILL.md": skillFile("pdf"),
  });
  expect(await listed(machine)).toEqual(["pdf project off"]);
});

test("a configured folder that does not exist is reported", async () => {
  const machine = createTestMachine({
    "data/config.json": JSON.stringify({ catalog: { roots: [{ path: "gone" }] } }),
  });
  expect((await machine.run(["doctor"])).out).toContain("gone: does not exist");
});

test("an invalid configuration is wrong usage, with the position", async () => {
  const machine = createTestMachine({ "data/config.yaml": "catalog:\n  rots: []\n" });
  const { code, err } = await machine.run(["list"]);
  expect(code).toBe(2);
  expect(err).toContain("data/config.yaml is not a valid configuration: at catalog");
});
