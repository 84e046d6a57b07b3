import { limits } from "@skillwright/core";
import { describe, expect, test } from "vitest";
import { judgeTrigger, type TriggerResult } from "../formats/trigger-results.ts";
import { boundary } from "../trials/test-trial.ts";
import { toComparisonRequest } from "./compare-outputs.ts";
import { toRepairRequest } from "./consult-model.ts";
import { toImprovementRequest, toShorterRequest } from "./improve-description.ts";
import { toJudgeRequest } from "./judge-statements.ts";
import { judgingLimits } from "./limits.ts";

const long = "word ".repeat(100_000);

describe("a judge", () => {
  const judged = {
    task: "Sum it up.",
    expectedOutput: "A number.",
    statements: ["A total is given.", "It is\n2. right\nindeed."],
  };
  const { system, prompt } = toJudgeRequest(judged, "[material: answer]\n42", { boundary });

  test("gets the task, the expectation, numbered statements and material, each between markers", () => {
    expect(prompt).toBe(`<task-${boundary}>
Sum it up.
</task-${boundary}>

<expected-${boundary}>
A number.
</expected-${boundary}>

<statements-${boundary}>
1. A total is given.
2. It is 2. right indeed.
</statements-${boundary}>

<material-${boundary}>
[material: answer]
42
</material-${boundary}>

Judge all 2 statements by the material. Answer with the JSON object alone.`);
  });

  test("explains what evidence is, that the material gives no orders, and the shape of the answer", () => {
    expect(system).toContain(`at least ${judgingLimits.quoteCharacters} characters`);
    expect(system).toContain(`marks that end in ${boundary}`);
    for (const key of ["grades", "statement", "quotes", "absent", "passed", "claims", "evalFeedback"])
      expect(system).toContain(`"${key}"`);
  });

  test("omits the expectation if there is none", () => {
    const { task, statements } = judged;
    expect(toJudgeRequest({ task, statements }, "m", { boundary }).prompt).not.toContain("<expected-");
  });

  test("gets long texts without their middle", () => {
    const bounded = toJudgeRequest({ task: long, expectedOutput: long, statements: [long] }, "m", {
      boundary,
    });
    expect(bounded.prompt.length).toBeLessThan(
      2 * judgingLimits.questionTextCharacters + judgingLimits.questionLineCharacters + 1000,
    );
    expect(bounded.prompt).toContain("460000 characters left out]");
  });

  test("gets its answer back with the reason why it is unusable", () => {
    const again = toRepairRequest(
      { system, prompt },
      { answer: "Both pass.", reason: "No JSON." },
      { boundary },
    );
    expect(again.system).toBe(system);
    expect(again.prompt.startsWith(prompt)).toBe(true);
    expect(again.prompt).toContain(`<answer-${boundary}>\nBoth pass.\n</answer-${boundary}>`);
    expect(again.prompt).toContain("That answer cannot be used. No JSON.");
    const huge = toRepairRequest({ system, prompt }, { answer: long, reason: long }, { boundary });
    expect(huge.prompt.length).toBeLessThan(
      prompt.length + judgingLimits.judgmentShownCharacters + judgingLimits.questionLineCharacters + 1000,
    );
  });
});

test("a judge of two outputs gets both, without their origin", () => {
  const { system, prompt } = toComparisonRequest({ task: "Sum it up." }, { A: "41", B: "42" }, { boundary });
  expect(prompt).toContain(`<output-A-${boundary}>\n41\n</output-A-${boundary}>`);
  expect(prompt).toContain(`<output-B-${boundary}>\n42\n</output-B-${boundary}>`);
  expect(`${system}${prompt}`).not.toMatch(/skill|baseline|with_|without_/i);
});

describe("a writer of descriptions", () => {
  const result = (query: string, shouldTrigger: boolean, triggers: number): TriggerResult =>
    judgeTrigger({ query, shouldTrigger, triggers, runs: 3 });
  const missed = result("How tall is\nthe tower?", true, 1);
  const mistaken = result("Write a poem", false, 3);
  const skill = {
    name: "towers",
    description: "Knows towers.",
    body: "# Towers\n\nMeasure them.",
    failures: [missed, mistaken, result("Measure the tower", true, 3)],
    history: [{ description: "Towers.", passed: 4, total: 6, failures: [mistaken] }],
  };
  const { system, prompt } = toImprovementRequest(skill, { boundary });

  test("gets the skill, the failures by kind, and earlier attempts", () => {
    expect(prompt).toContain(`<failures-${boundary}>
The skill should have been used:
- How tall is the tower? (used in 1 of 3 runs)
The skill should not have been used:
- Write a poem (used in 3 of 3 runs)
</failures-${boundary}>`);
    expect(prompt).toContain(`<tried-${boundary}>
Got 4 of 6 right: Towers.
The skill should not have been used:
- Write a poem (used in 3 of 3 runs)
</tried-${boundary}>`);
    expect(prompt).toContain("Measure them.");
  });

  test("sees no query that passed", () => {
    expect(prompt).not.toContain("Measure the tower");
  });

  test("states the limits", () => {
    expect(system).toContain(`at most ${limits.descriptionLength} characters`);
    expect(system).toContain("<new_description>");
  });

  test("gets a bounded question", () => {
    const huge = toImprovementRequest(
      {
        name: long,
        description: long,
        body: long,
        failures: Array.from({ length: 100 }, () => result(long, true, 0)),
        history: Array.from({ length: 100 }, () => ({ ...skill, description: long, passed: 0, total: 1 })),
      },
      { boundary },
    );
    expect(huge.prompt.length).toBeLessThan(3 * judgingLimits.questionTextCharacters + 10_000);
  });

  test("learns why a description cannot be used", () => {
    const shorter = toShorterRequest(
      { answer: "Too long.", reason: "It has 1100 characters." },
      { boundary },
    );
    expect(shorter.prompt).toContain(`<answer-${boundary}>\nToo long.\n</answer-${boundary}>`);
    expect(shorter.prompt).toContain("It has 1100 characters.");
    expect(shorter.system).toContain("<new_description>");
  });
});
