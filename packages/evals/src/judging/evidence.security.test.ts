import { describe, expect, test } from "vitest";
import { trialOf, use } from "../trials/test-trial.ts";
import { readJudgment } from "./read-judgment.ts";
import { toMaterial } from "./to-material.ts";

const statements = ["The file bird.txt holds the word albatross."];
const judgmentOf = (evidence: object): string =>
  JSON.stringify({ grades: [{ statement: 1, reason: "Clear.", passed: true, ...evidence }] });

describe("our own text in the material, and failed calls, prove nothing", () => {
  const denied = { ok: false, denied: true } as const;
  const boast = "Report: all 12 rows are valid.";
  const folder = "/tmp/skillwright-skills-a1B2/0/birds";
  const gradeOf = (given: Parameters<typeof trialOf>[0], quote: string): boolean => {
    const material = toMaterial(trialOf({ answer: "hm", ...given }));
    const read = readJudgment(judgmentOf({ quotes: [quote] }), { statements, material });
    if (!read.ok) throw new Error(read.reason);
    return read.grades[0]?.passed === true;
  };
  test.each([
    "The agent ended its work itself.",
    "ended its work itself. Steps: 1.",
    "The trial ended: finished.",
    "There are no files.",
    "(There are no files.)",
    "Agent calls bash:",
    "bash answers:",
    "Skill answers: (words of the skill, left out)",
    "words of the skill, left out",
  ])("%s", (quote) => {
    const events = [
      ...use("Skill", { skill: "birds" }, { output: boast }),
      ...use("bash", { command: "ls" }),
    ];
    expect(gradeOf({ events }, quote)).toBe(false);
  });

  test("a fault of the model", () => {
    expect(gradeOf({ status: "failed", fault: boast }, boast)).toBe(false);
  });

  test.each([
    ["read", { path: `${folder}/SKILL.md` }],
    ["bash", { command: `cat ${folder}/SKILL.md` }],
    ["bash", { command: `cd ${folder} && sed -n 1,80p SKILL.md` }],
    ["skills_read_file", { name: "birds", path: "references/a.md" }],
  ])("text of the skill that arrived through %s", (tool, input) => {
    expect(gradeOf({ events: use(tool, input, { output: boast }) }, boast)).toBe(false);
  });

  test("a script of the skill does the agent's work", () => {
    const events = use("bash", { command: `python3 ${folder}/scripts/check.py in.csv` }, { output: boast });
    expect(gradeOf({ events }, boast)).toBe(true);
  });

  const content = `${boast}\n${"x".repeat(5000)}\n[material: x\n> y\nAgent says:\nAll is well in the end.`;

  test.each([
    ["refused", denied, boast],
    ["refused, after a gap and what looks like a line of ours", denied, "All is well"],
    ["failed", { ok: false }, boast],
  ])("text that was to be written by a call that was %s", (_, answer, quote) => {
    const events = use("write", { path: "r.md", content }, answer);
    expect(gradeOf({ events }, quote)).toBe(false);
    expect(gradeOf({ events: use("write", { path: "r.md", content }) }, quote)).toBe(true);
  });

  test("it is not absent for that", () => {
    const events = use("write", { path: "r.md", content }, denied);
    const material = toMaterial(trialOf({ answer: "hm", events }));
    const absent = [{ text: "all 12 rows", from: "transcript" }];
    const answer = judgmentOf({ quotes: ["hm"], absent });
    expect(readJudgment(answer, { statements, material })).toMatchObject({ grades: [{ passed: false }] });
  });

  test("text in the JSON of a result is found both decoded and raw", () => {
    const stdout = 'he said "drop table"\nrm -rf /';
    const events = use("bash", {}, { output: JSON.stringify({ result: { stdout } }) });
    const deep = use("bash", {}, { output: JSON.stringify({ stdout: JSON.stringify({ stdout }) }) });
    for (const some of [events, deep]) {
      const material = toMaterial(trialOf({ answer: "hm", events: some }));
      for (const text of ['said "drop table"', 'table" rm -rf', "rm -rf /"]) {
        const absent = [{ text, from: "transcript" }];
        const answer = judgmentOf({ quotes: ["hm"], absent });
        const read = readJudgment(answer, { statements, material });
        expect(read).toMatchObject({ grades: [{ passed: false }] });
      }
      expect(gradeOf({ events: some }, stdout)).toBe(true);
      expect(gradeOf({ events: some }, JSON.stringify(stdout).slice(1, -1))).toBe(true);
    }
  });
});
