import { expect, test } from "vitest";
import { evalsLimits } from "../limits.ts";
import { trialsLimits } from "../trials/limits.ts";
import { trialOf } from "../trials/test-trial.ts";
import { judgingLimits } from "./limits.ts";
import { readMaterial } from "./read-material.ts";
import { toMaterial } from "./to-material.ts";

const trial = trialOf({
  answer: "The total is 42.",
  events: [
    { type: "called", call: "1", tool: "Skill", input: { skill: "sums" } },
    { type: "answered", call: "1", tool: "Skill", ok: true, output: "Always write a report with a total." },
    { type: "called", call: "2", tool: "bash", input: { command: "python sum.py" } },
    { type: "answered", call: "2", tool: "bash", ok: true, output: "42" },
    { type: "said", text: "The total is 42." },
  ],
  files: {
    created: ["report.md", "chart.png"],
    modified: ["data.csv"],
    deleted: ["old.csv"],
    unchanged: ["readme.md"],
    texts: [
      { path: "report.md", text: "# Report\n\nTotal: 42\n", isCut: false },
      { path: "data.csv", text: "a,b\n1,2\n", isCut: true },
    ],
  },
  steps: 3,
});

test("a judge sees how it ended, the answer, the files with their texts, and the transcript", () => {
  expect(toMaterial(trial)).toMatchInlineSnapshot(`
    "[material: how it ended]
    The agent ended its work itself. Steps: 3.
    [material: answer]
    The total is 42.
    [material: files]
    created: report.md
    created: chart.png
    modified: data.csv
    deleted: old.csv
    unchanged: readme.md
    [material: contents of chart.png left out here]
    [material: text of report.md]
    # Report

    Total: 42

    [material: text of data.csv]
    a,b
    1,2

    [material: more of this file left out here]
    [material: transcript]
    Agent calls Skill:
      skill: sums

    Skill answers:
      (words of the skill, left out)

    Agent calls bash:
      command: python sum.py

    bash answers:
      42

    Agent says:
      The total is 42.

    The trial ended: finished."
  `);
});

test("the skill's text is not the agent's work, and is left out", () => {
  expect(toMaterial(trial)).not.toContain("Always write a report");
});

test("the output of a skill's script is the agent's work", () => {
  const output = "rows: 12";
  const events = [{ type: "answered", call: "1", tool: "skills_run_script", ok: true, output }] as const;
  expect(toMaterial(trialOf({ events }))).toContain(output);
});

test("a blind judge sees the outputs alone", () => {
  const outputs = toMaterial(trial, { parts: "outputs" });
  expect(toMaterial(trial).startsWith(outputs)).toBe(true);
  expect(outputs).not.toMatch(/transcript|Skill|python/);
});

test.each([
  ["failed", { status: "failed", fault: "no key\nfor it" }, "its model failed. no key for it It gave no"],
  ["timed out", { status: "timed-out", answer: "half" }, "its time was up. Steps: 1."],
] as const)("states how a trial that %s ended", (_, given, text) => {
  expect(toMaterial(trialOf(given))).toContain(text);
});

test("every part is bounded, and states what was omitted", () => {
  const long = "word ".repeat(100_000);
  const material = toMaterial(
    trialOf({
      answer: `first ${long} last`,
      events: Array.from({ length: 500 }, () => ({ type: "said", text: long }) as const),
      files: {
        created: Array.from({ length: 5000 }, (_, index) => `folder/file-${index}.txt`),
        modified: [],
        deleted: [],
        unchanged: [],
        texts: Array.from({ length: 50 }, (_, index) => ({ path: `${index}`, text: long, isCut: false })),
      },
    }),
  );
  const { judgedAnswerCharacters, judgedFileNameCharacters } = judgingLimits;
  const { transcriptCharacters } = trialsLimits;
  const most =
    judgedAnswerCharacters +
    judgedFileNameCharacters +
    evalsLimits.trialTextCharacters +
    transcriptCharacters;
  expect(material.length).toBeLessThan(most + 20_000);
  const kept = ["first word", "word  last", `${500_011 - judgedAnswerCharacters} characters left out here]`];
  expect(kept.filter((text) => !material.includes(text))).toEqual([]);
  const { parts } = readMaterial(material);
  expect([parts.answer.isCut, parts.files.isCut, parts.transcript.isCut]).toEqual([true, true, true]);
});

test("a complete part does not count as cut", () => {
  const { parts } = readMaterial(toMaterial(trial));
  expect([parts.answer.isCut, parts.transcript.isCut]).toEqual([false, false]);
  // The picture is not shown, and of the table only the start.
  expect(parts.files.isCut).toBe(true);
});

test("parts are distinguished when they are read again", () => {
  const { parts } = readMaterial(toMaterial(trial));
  expect(parts.answer.text).toBe("The total is 42.");
  expect(parts.files.text).toContain("# Report Total: 42");
  expect(parts.files.text).not.toContain("python");
  expect(parts.transcript.text).toContain("python sum.py");
  expect(parts.everything.text).toContain("Steps: 3.");
});
