import { afterAll, expect, test } from "vitest";
import { createTestMachine, removeTestMachines, skillFile } from "../../test-io.ts";

afterAll(removeTestMachines);

test.each([
  ["a word", "", 6000, "No skill named "],
  ["a word that is only too long for a file", "", 300, "No skill named "],
  ["a path", "./", 6000, "No such file or directory: ./"],
  ["a path into a folder", "skills/", 300, "No such file or directory: skills/"],
])("%s that is longer than any name selects no skill", async (...[, start, length, words]) => {
  const machine = createTestMachine({ "repo/skills/pdf/SKILL.md": skillFile("pdf") });
  const word = `${start}${"a".repeat(length)}`;
  for (const given of [[word], ["--skill", word]]) {
    const { code, out, err } = await machine.run(["test", "--no-sandbox", ...given]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(`skillwright test: ${words}${"a".repeat(10)}`);
  }
});

test("test on a parent folder leaves the copies of skills in eval workspaces alone", async () => {
  const testCase = "name: a-case\ninput:\n  command: 'true'\n";
  const machine = createTestMachine({
    "repo/skills/pdf/SKILL.md": skillFile("pdf"),
    "repo/skills/pdf/tests/cases/01.yaml": testCase,
    "repo/skills/pdf-workspace/iteration-1/skill-snapshot/SKILL.md": skillFile("pdf"),
    "repo/skills/pdf-workspace/iteration-1/skill-snapshot/tests/cases/01.yaml": testCase,
    "repo/skills/pdf-workspace/iteration-1/eval-1/with_skill/run-1/outputs/made/SKILL.md": skillFile("made"),
    "repo/skills/pdf-workspace/iteration-1/eval-1/with_skill/run-1/outputs/made/tests/cases/01.yaml":
      testCase,
  });
  const { code, out } = await machine.run(["test", "--no-sandbox", "--format", "json", "."]);
  const { summary, cases } = JSON.parse(out);
  expect({ code, summary, cases }).toMatchObject({
    code: 0,
    summary: { passed: 1, failed: 0, skipped: 0 },
    cases: [{ skill: "pdf", case: "01" }],
  });
});
