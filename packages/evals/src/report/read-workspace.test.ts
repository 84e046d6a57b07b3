import { createMemoryFileSystem } from "@skillwright/core/discover";
import { expect, test } from "vitest";
import type { EvalDialect } from "../formats/evals-json.ts";
import { reportLimits } from "./limits.ts";
import { readWorkspace } from "./read-workspace.ts";
import type { EvalReportData } from "./report-data.ts";
import { type TestFiles, testTriggerFiles, testWorkspace } from "./test-workspace.ts";

const root = "/pdf-forms-workspace";

function read(files: TestFiles, folder = root): EvalReportData {
  const placed = Object.fromEntries(Object.entries(files).map(([path, text]) => [`${root}/${path}`, text]));
  return readWorkspace(createMemoryFileSystem(placed), folder);
}

const layouts: readonly { readonly dialect: EvalDialect; readonly runs: number }[] = [
  { dialect: "skill-creator", runs: 3 },
  { dialect: "guide", runs: 1 },
  { dialect: "guide", runs: 2 },
];

test.each(layouts)("the same runs are read from the $dialect layout with $runs runs", ({ dialect, runs }) => {
  const data = read(testWorkspace({ dialect, runs }));
  expect(data).toMatchObject({ dialect, iteration: 2, skillName: "pdf-forms", problems: [] });
  expect(data.configurations).toEqual([
    { name: "with_skill", label: "With skill", role: "subject" },
    { name: "without_skill", label: "Without skill", role: "baseline" },
  ]);
  expect(data.evals.map(({ name, runs: all }) => [name, all.length])).toContainEqual([
    "Fill a form",
    2 * runs,
  ]);
  expect(data.significance.passRate).toMatchObject({ pairs: 7 });
  const [first] = data.evals;
  expect(first).toMatchObject({ id: 1, about: "eval-fill-a-form", assertions: { length: 5 } });
  expect(first?.runs[0]).toMatchObject({
    about: runs === 1 ? "eval-fill-a-form-with_skill" : "eval-fill-a-form-with_skill-run-1",
    result: { configuration: "with_skill", run: 1, passed: 5, total: 5, timeSeconds: expect.any(Number) },
    outputs: [
      { path: "answer.md", content: { kind: "text", isCut: false } },
      { path: "fill-a-form-result.pdf", bytes: 7, content: { kind: "other", reason: "binary" } },
      {
        path: "page.svg",
        content: { kind: "image", dataUrl: expect.stringMatching(/^data:image\/svg\+xml;/) },
      },
    ],
    transcript: { text: expect.stringContaining("called read"), isCut: false },
    cost: expect.any(Number),
  });
});

test("numbers of runs are combined if there is no benchmark.json", () => {
  const { "iteration-2/benchmark.json": _, ...files } = testWorkspace();
  const data = read(files);
  expect(data.benchmark.summary.with_skill?.passRate?.mean).toBeCloseTo(0.914, 2);
  expect(data).toMatchObject({ dialect: "skill-creator", skillName: "pdf-forms", problems: [] });
});

test("a benchmark whose run folders are gone is still a report", () => {
  const { "iteration-2/benchmark.json": benchmark = "" } = testWorkspace();
  const data = read({ "iteration-2/benchmark.json": benchmark });
  expect(data.evals).toHaveLength(7);
  expect(data.evals[0]?.runs[0]).toMatchObject({ result: { passed: 5 }, outputs: [], outputsLeftOut: 0 });
});

test("the last iteration of a workspace is read, and compared with the previous one", () => {
  const files = { ...testWorkspace({ iteration: 2, runs: 2 }), ...testWorkspace({ iteration: 10 }) };
  const data = read(files);
  expect(data.folder).toBe(`${root}/iteration-10`);
  expect(data.previous).toMatchObject({
    iteration: 2,
    comparison: { metrics: { passRate: { difference: expect.any(Number) } } },
  });
});

test("an iteration can be named itself, with its number and neighboring files", () => {
  const files = {
    ...testWorkspace({ iteration: 2 }),
    ...testWorkspace({ iteration: 3 }),
    ...testTriggerFiles(),
  };
  const data = read(files, `${root}/iteration-2/`);
  expect(data).toMatchObject({ iteration: 2, folder: `${root}/iteration-2` });
  expect(data.previous).toBeUndefined();
  expect(data.triggers?.results).toHaveLength(6);
  expect(data.optimization?.iterations).toHaveLength(3);
});

test.each<EvalDialect>(["guide", "skill-creator"])("trigger results alone are a report (%s)", (dialect) => {
  const data = read({ ...testTriggerFiles(dialect), "iteration-1/plan.json": "{}" });
  expect(data.evals).toEqual([]);
  expect(data.triggers?.results[0]).toMatchObject({ triggers: 3, runs: 3, pass: true });
});

test("files that cannot be read are problems, and the rest is read", () => {
  const files = {
    ...testWorkspace({ runs: 1 }),
    "iteration-2/eval-fill-a-form/with_skill/run-1/grading.json": "{",
    "iteration-2/eval-merge-two-files/with_skill/run-1/timing.json": '{"total_tokens": "many"}',
    "iteration-2/feedback.json": "[1]",
    "triggers/trigger_results.json": "{}",
  };
  const { problems, evals, feedback } = read(files);
  expect(problems.map(({ file }) => file)).toEqual([
    "eval-fill-a-form/with_skill/run-1/grading.json",
    "eval-merge-two-files/with_skill/run-1/timing.json",
    "feedback.json",
    "../triggers/trigger_results.json",
  ]);
  expect(evals).toHaveLength(7);
  expect(feedback).toEqual({ reviews: [] });
});

test("existing feedback determines its dialect", () => {
  const files = { ...testWorkspace(), "iteration-2/feedback.json": '{"eval-fill-a-form": "the date"}' };
  expect(read(files)).toMatchObject({
    dialect: "guide",
    feedback: { reviews: [{ about: "eval-fill-a-form", text: "the date" }] },
  });
});

test("the winner of a blind comparison is shown by configuration", () => {
  const comparison = {
    winner: "B",
    reasoning: "B names the field.",
    output_quality: {
      A: { score: 5, strengths: [], weaknesses: [] },
      B: { score: 8, strengths: [], weaknesses: [] },
    },
    configurations: { A: "without_skill", B: "with_skill" },
  };
  const files = {
    ...testWorkspace(),
    "iteration-2/eval-fill-a-form/comparison-2.json": JSON.stringify(comparison),
  };
  expect(read(files).evals[0]?.comparisons).toEqual([
    {
      run: 2,
      winner: "with_skill",
      reasoning: "B names the field.",
      scores: [
        { configuration: "without_skill", score: 5 },
        { configuration: "with_skill", score: 8 },
      ],
    },
  ]);
});

test("outputs are bounded, one by one and all together", () => {
  const place = "iteration-1/eval-x/with_skill";
  const picture = new Uint8Array(reportLimits.reportImageBytes + 1);
  picture.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const many = Array.from({ length: reportLimits.reportOutputs }, (_, index) => [
    `${place}/outputs/z${index}`,
    "",
  ]);
  const data = read({
    [`${place}/outputs/a.txt`]: "ä".repeat(reportLimits.reportTextCharacters + 1),
    [`${place}/outputs/b.png`]: picture,
    [`${place}/outputs/c.html`]: "<h1>Title</h1>",
    ...Object.fromEntries(many),
  });
  const [run] = data.evals[0]?.runs ?? [];
  expect(run?.outputsLeftOut).toBe(3);
  expect(run?.outputs.slice(0, 3)).toEqual([
    {
      path: "a.txt",
      bytes: 2 * (reportLimits.reportTextCharacters + 1),
      content: { kind: "text", text: "ä".repeat(reportLimits.reportTextCharacters), isCut: true },
    },
    { path: "b.png", bytes: picture.length, content: { kind: "other", reason: "too-large" } },
    { path: "c.html", bytes: 14, content: { kind: "text", text: "<h1>Title</h1>", isCut: false } },
  ]);
});

test("a path that is not a folder cannot be read", () => {
  expect(() => read({ file: "" }, `${root}/file`)).toThrow(
    expect.objectContaining({ code: "option-invalid" }),
  );
  expect(() => read({ file: "" }, "/nowhere")).toThrow(expect.objectContaining({ code: "option-invalid" }));
});
