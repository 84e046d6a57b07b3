import { afterAll, expect, test } from "vitest";
import { createTestMachine, removeTestMachines, skillFile } from "../test-io.ts";

afterAll(removeTestMachines);

const machine = createTestMachine({
  "repo/.git/HEAD": "",
  "repo/.claude/skills/pdf/SKILL.md": skillFile("pdf"),
  "home/.claude/skills/pdf/SKILL.md": skillFile("pdf", "license: MIT\n"),
  "home/.claude/skills/quiet/SKILL.md": skillFile("quiet", "disable-model-invocation: true\n"),
  "home/.claude/skills/deploy/SKILL.md": skillFile("deploy", "scope:\n  tenants: [acme, umbrella]\n"),
  "home/.claude/skills/csv-tools/SKILL.md": skillFile("csv-tools"),
  "home/.claude/skills/broken/SKILL.md": "---\nname: broken\n---\n",
  "home/.agents/skills/twin/SKILL.md": skillFile("twin", "priority: 5\n"),
  "home/.codex/skills/twin/SKILL.md": skillFile("twin", "priority: 9\n"),
});

test("before the project is trusted, its skill does not take the name", async () => {
  expect((await machine.run(["explain", "pdf"])).out).toBe(
    [
      "pdf → ~/.claude/skills/pdf (personal)",
      "  shadows .claude/skills/pdf (project): this one is not available here: its project is not trusted",
      "",
    ].join("\n"),
  );
});

test("C-1 S0-14 S3-82: winner, losers and the reason, with files", async () => {
  await machine.run(["trust", "--yes"]);
  expect(await machine.run(["explain", "pdf"])).toMatchObject({
    code: 0,
    err: "",
    out: [
      "pdf → .claude/skills/pdf (project)",
      "  shadows ~/.claude/skills/pdf (personal): project takes precedence over personal",
      "    still available as pdf@personal",
      "",
    ].join("\n"),
  });
});

test("S3-17: a higher priority is the reason inside a scope", async () => {
  expect((await machine.run(["explain", "twin"])).out).toBe(
    [
      "twin → ~/.codex/skills/twin (personal)",
      "  shadows ~/.agents/skills/twin (personal): its priority is 9, not 5",
      "    still available as twin@personal/universal",
      "",
    ].join("\n"),
  );
});

test("S3-19: why a skill is not available, and what to do", async () => {
  expect(await machine.run(["explain", "deploy"])).toMatchObject({
    code: 0,
    out: [
      "deploy → ~/.claude/skills/deploy (personal)",
      "  not available here: it is for other tenants",
      "  It is restricted to certain tenants (acme, umbrella); set yours with --tenant.",
      "",
    ].join("\n"),
  });
});

test("S0-10: it says who may invoke the skill if not everyone may", async () => {
  expect((await machine.run(["explain", "quiet"])).out).toContain("only users may invoke it");
});

test.each([
  ["dploy", "No skill named dploy. Did you mean deploy?\n"],
  ["csv", "No skill named csv. Did you mean csv-tools?\n"],
  ["zzzzzzzz", "No skill named zzzzzzzz. Run `skillwright list --all` to see all skills.\n"],
])("%s matches nothing: exit code 1 and a hint", async (name, err) => {
  expect(await machine.run(["explain", name])).toMatchObject({ code: 1, out: "", err });
});

test("a broken skill is reported as broken", async () => {
  const { code, err } = await machine.run(["explain", "broken"]);
  expect(code).toBe(1);
  expect(err).toContain("note: ~/.claude/skills/broken/SKILL.md: This skill has no description");
});

test("a name in several packages refers to none of them", async () => {
  const plugin = (name: string): Record<string, string> => ({
    [`home/.claude/plugins/${name}/.claude-plugin/plugin.json`]: JSON.stringify({ name, version: "1.0.0" }),
    [`home/.claude/plugins/${name}/skills/pdf/SKILL.md`]: skillFile("pdf", `license: ${name}\n`),
  });
  const packages = createTestMachine({ ...plugin("acme"), ...plugin("umbrella") });
  expect(await packages.run(["explain", "pdf"])).toMatchObject({
    code: 1,
    out: "",
    err: "pdf refers to several skills: acme:pdf, umbrella:pdf. Use one of these ids.\n",
  });
  const { out } = await packages.run(["explain", "acme:pdf"]);
  expect(out).toBe(
    [
      "acme:pdf → ~/.claude/plugins/acme/skills/pdf (package acme)",
      "  distinct from umbrella:pdf → ~/.claude/plugins/umbrella/skills/pdf (package umbrella)",
      "",
    ].join("\n"),
  );
});

test("--json has the same, even for an unknown name", async () => {
  const known = JSON.parse((await machine.run(["explain", "twin", "--json"])).out);
  expect(known).toMatchObject({
    version: 1,
    name: "twin",
    winner: { id: "twin", path: `${machine.folder}/home/.codex/skills/twin` },
    losers: [{ id: "twin@personal/universal", winner: "twin", reason: "priority" }],
    others: [],
    near: null,
    findings: [],
  });
  const { code, out } = await machine.run(["explain", "dploy", "--json"]);
  expect([code, JSON.parse(out)]).toEqual([
    1,
    {
      version: 1,
      name: "dploy",
      winner: null,
      losers: [],
      others: [],
      hubs: [],
      near: "deploy",
      findings: [],
    },
  ]);
});

test("exactly one NAME is required", async () => {
  expect(await machine.run(["explain"])).toMatchObject({ code: 2, out: "" });
  expect(await machine.run(["explain", "a", "b"])).toMatchObject({ code: 2, out: "" });
});
