import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { createTestMachine, removeTestMachines } from "../../test-io.ts";
import { runAgainst, startProvider, stopProvidersAfterwards, type TestProvider } from "../test-run.ts";

afterAll(removeTestMachines);
stopProvidersAfterwards();

const report = `---
name: weekly-report
description: Write the weekly report from the issues that were closed. Use when the weekly report is due.
license: Apache-2.0
metadata:
  version: "0.1.0"
---

# Weekly report

1. Read the list of issues.
2. Write one line for each.
`;

/** A model that loads the bundled skill, then drafts, tries and saves a skill. */
function startAuthor(): Promise<TestProvider> {
  return startProvider("anthropic", (request, index) => {
    const digest = /sha256:[0-9a-f]{64}/.exec(JSON.stringify(request.body.messages).slice(-20_000))?.[0];
    const turns = [
      { calls: [{ id: "c1", tool: "Skill", input: { skill: "skill-writer" } }] },
      {
        calls: [
          { id: "c2", tool: "skills_draft", input: { name: "weekly-report", files: { "SKILL.md": report } } },
        ],
      },
      { calls: [{ id: "c3", tool: "skills_try", input: { name: "weekly-report" } }] },
      { calls: [{ id: "c4", tool: "skills_save", input: { name: "weekly-report", digest: digest ?? "" } }] },
      { text: "I've made a skill for weekly reports. Shall I try it on last week?" },
    ];
    return turns[index] ?? { text: "Done." };
  });
}

test("S3-54: asked for a new ability, the agent writes a skill with the bundled one; the user agrees, and it is installed", async () => {
  const machine = createTestMachine({});
  const run = await runAgainst(await startAuthor(), ["I want weekly reports from our board"], {
    machine,
    answers: ["y", "y"],
  });
  expect(run.asked.map((question) => question.replaceAll("\n┊ ", "").split("\n").slice(2))).toEqual([
    ["skills_try", '│ {"name":"weekly-report"}', "[y]es, [n]o, [a]lways skills_try in this run: "],
    [
      "Install a new skill:",
      "│ weekly-report",
      "to",
      `│ ${machine.folder}/home/.agents/skills/weekly-report`,
      "description",
      "│ Write the weekly report from the issues that were closed. Use when the weekly report is due.",
      "allowed-tools",
      "│ no list",
      "files",
      "│ SKILL.md (257 bytes)",
      "the check found 0 problems; review it until you answer in",
      expect.stringMatching(/^│ .*\/weekly-report$/),
      "[y]es, [n]o: ",
    ],
  ]);
  expect(run.err).toContain(`  installed: ${machine.folder}/home/.agents/skills/weekly-report\n`);
  expect(run.err).toContain("Activating 'skill-writer' skill...");
  expect(run.err).toMatch(/\n {2}draft: \S+\/weekly-report\n/);
  expect(run).toMatchObject({
    code: 0,
    out: expect.stringContaining("I've made a skill for weekly reports."),
  });
  const file = `${machine.folder}/home/.agents/skills/weekly-report/SKILL.md`;
  expect(readFileSync(file, "utf8")).toBe(report);
  const list = await machine.run(["list", "--json"]);
  expect(JSON.parse(list.out).skills.map(({ name }: { name: string }) => name)).toEqual(["weekly-report"]);
  expect((await machine.run(["audit", "verify"])).code).toBe(0);
});

test("a user who declines, or no terminal to ask on, prevents the installation", async () => {
  for (const answers of [["y", "n"], []]) {
    const machine = createTestMachine({});
    await runAgainst(await startAuthor(), ["I want weekly reports"], { machine, answers });
    expect(existsSync(`${machine.folder}/home/.agents/skills/weekly-report`)).toBe(false);
  }
});

test("new skills are written through a link, as with dotfiles", async () => {
  const machine = createTestMachine({});
  mkdirSync(`${machine.folder}/dotfiles`);
  symlinkSync(`${machine.folder}/dotfiles`, `${machine.folder}/home/.agents`);
  const { code } = await runAgainst(await startAuthor(), ["I want weekly reports", "--yes"], { machine });
  const there = existsSync(`${machine.folder}/dotfiles/skills/weekly-report/SKILL.md`);
  expect({ code, there }).toEqual({ code: 0, there: true });
  const { out } = await machine.run(["list", "--json"]);
  expect(JSON.parse(out).skills).toMatchObject([{ name: "weekly-report" }]);
});

test("new skills are written where --new-skills or --root points", async () => {
  for (const words of [
    ["--new-skills", "mine"],
    ["--root", "mine"],
  ]) {
    const machine = createTestMachine({ "repo/mine/.keep": "" });
    const { code } = await runAgainst(await startAuthor(), ["x", ...words, "--yes"], { machine });
    expect({ code, there: existsSync(`${machine.folder}/repo/mine/weekly-report/SKILL.md`) }).toEqual({
      code: 0,
      there: true,
    });
  }
});
