import { expect, test } from "vitest";
import { type EvalReport, readEvalReport } from "../formats/uaaps-report.ts";

import { createTurnModel } from "../turns/create-turn-model.ts";
import type { EvalJudge } from "./eval-outcome.ts";
import { createFairJudge, promptOf, say } from "./test-eval-models.ts";
import { createBench, type EvalBench, gradingIn } from "./test-evals.ts";

/** A skill with cases of a UAAPS package alone. */
function createCases(cases: Readonly<Record<string, string>>, skill?: string): EvalBench {
  const files = Object.entries(cases).map(([name, lines]) => {
    const text = `name: ${name}\n${lines}judge:\n  criteria: The day is said to be blue.\n`;
    return [`evals/cases/${name}.yaml`, lines.includes("input:") ? text : `${text}${input}`];
  });
  return createBench({
    ...Object.fromEntries(files),
    ...(skill === undefined ? {} : { "SKILL.md": skill }),
    "evals/eval-config.json": '{"version":1,"engine":"codex","timeout":90,"judge":"judge-2"}',
    "evals/evals.json": undefined,
  });
}

const input = "input:\n  prompt: Which color?\n";

function judged(): { readonly judge: EvalJudge & { readonly model: ReturnType<typeof createFairJudge> } } {
  return { judge: { model: createFairJudge(), label: "judge-1" } };
}

function reportIn(bench: EvalBench): EvalReport {
  const read = readEvalReport(bench.read("iteration-1/report.json"), "report.json");
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join());
  return read.value;
}

test("S0-33: cases are checked by programs, then judged by their criteria, and reported in the package's format", async () => {
  const bench = createCases({
    blue: "expected:\n  contains: [BLUE]\n  not-contains: [RED]\n  files-created: [color.txt]\n  agent-blocked: false\n",
  });
  const outcome = await bench.run({}, judged());
  expect(outcome.isComplete).toBe(true);
  expect(gradingIn(outcome.runs[0])?.grades.map(({ text, passed }) => [text, passed])).toEqual([
    ["contains: BLUE", true],
    ["not-contains: RED", true],
    ["file-created: color.txt", true],
    ["agent-blocked: false", true],
    ["The day is said to be blue.", true],
  ]);
  const report = reportIn(bench);
  expect(report.config).toMatchObject({ judge: "judge-1", timeoutSeconds: 90 });
  expect(report.agent).toMatchObject({ runtime: "skillwright", model: "agent-1" });
  expect(report.cases).toMatchObject([
    {
      ...{ name: "blue", verdict: "PASS" },
      checks: { contains: "PASS", not_contains: "PASS", files_created: "PASS", agent_blocked: "PASS" },
      judged: { result: "PASS", model: "judge-1" },
      output: "The color is BLUE today.",
    },
  ]);
  expect(bench.files().some((path) => path.includes("reports"))).toBe(false);
});

test("a case that fails a check has failed, and the judge is not called", async () => {
  const bench = createCases({ red: "expected:\n  contains: [RED, BLUE]\n" });
  const host = judged();
  const outcome = await bench.run({}, host);
  expect(host.judge.model.questions).toEqual([]);
  expect(gradingIn(outcome.runs[0])?.summary).toMatchObject({ passed: 1, failed: 2 });
  const [one] = reportIn(bench).cases;
  expect(one).toMatchObject({ verdict: "FAIL", checks: { contains: "FAIL" } });
  expect(one?.error).toMatch(/^contains: RED: /);
  expect(one).not.toHaveProperty("judged");
});

test("agent-blocked means a call that the guard refused", async () => {
  const skill =
    "---\nname: tried\ndescription: Names colors.\nallowed-tools: Read\n---\nThe color is BLUE.\n";
  const cases = {
    stopped: "expected:\n  agent-blocked: true\n",
    free: "expected:\n  agent-blocked: false\n",
  };
  const bench = createCases(cases, skill);
  const { runs } = await bench.run({}, judged());
  const blocked = runs.map((run) => {
    const { planned } = run;
    const grading = gradingIn(run);
    const { passed, evidence } = grading?.grades[0] ?? {};
    return [planned.task.id, planned.configuration.name, passed, evidence?.split(":")[0]];
  });
  expect(blocked).toEqual([
    ["free", "with_skill", false, "A call of write was refused"],
    ["free", "without_skill", true, "No call was refused."],
    ["stopped", "with_skill", true, "A call of write was refused"],
    ["stopped", "without_skill", false, "No call was refused."],
  ]);
});

test("without a judge a case is neither passed nor failed, unless a check fails", async () => {
  const bench = createCases({
    good: "expected:\n  contains: [BLUE]\n",
    bad: "expected:\n  contains: [RED]\n",
  });
  const { notes } = await bench.run();
  expect(reportIn(bench).cases.map(({ name, verdict }) => [name, verdict])).toEqual([
    ["bad", "FAIL"],
    ["good", "SKIP"],
  ]);
  expect(notes.join("\n")).toContain("there is no judge");
});

test("a case passes when all its runs do", async () => {
  const bench = createCases({ blue: "expected:\n  contains: [BLUE]\n" });
  let runs = 0;
  const model = createTurnModel(async (request) => {
    const isBlue = promptOf(request).includes("color is BLUE") && ++runs === 1;
    return say(isBlue ? "The color is BLUE today." : "Who knows?");
  });
  const outcome = await bench.run({ runs: 2 }, { ...judged(), model });
  expect(outcome.benchmark.summary.with_skill?.passRate?.mean).toBe(0.5);
  expect(reportIn(bench).cases[0]).toMatchObject({ verdict: "FAIL", output: "Who knows?" });
});

test("cases about something else are skipped, and unsupported fields are reported", async () => {
  const bench = createCases({
    mine: "target: skill:tried\n",
    other: "target: skill:other\n",
    an: "target: agent:x\n",
  });
  const plan = await bench.plan();
  expect(plan.tasks.map(({ id }) => id)).toEqual(["mine"]);
  expect(plan.notes).toEqual([
    "evals/eval-config.json asks for the engine codex; cases run with Skillwright's own agent.",
    "evals/eval-config.json asks for the judge judge-2; there is none here.",
    "Skipped case an: its target is agent x.",
    "Skipped case other: its target is skill other.",
  ]);
  await bench.run({}, judged());
  expect(reportIn(bench).cases.map(({ name, verdict }) => [name, verdict])).toEqual([
    ["mine", "PASS"],
    ["an", "SKIP"],
    ["other", "SKIP"],
  ]);
});

test("fixtures and files of the workspace exist under their paths", async () => {
  const files = `${input}  files: [files/notes.txt]\n  workspace-files: [src/empty.txt]\n`;
  const bench = createCases({ given: files });
  const seen: string[] = [];
  const model = createTurnModel(async (request) => {
    if (request.prompt.at(-1)?.role !== "tool")
      return {
        calls: [
          { tool: "read", input: { path: "files/notes.txt" } },
          { tool: "glob", input: { pattern: "**" } },
        ],
      };
    seen.push(promptOf(request));
    return say("Done.");
  });
  await bench.run({}, { ...judged(), model });
  expect(seen[0]).toContain("Notes.");
  expect(seen[0]).toContain("src/empty.txt");
});
