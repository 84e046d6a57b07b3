import { readFileSync } from "node:fs";
import { aggregate, gradingOf, type RunResult, toBenchmarkText, toRunResult } from "@skillwright/evals";
import { afterAll, expect, test } from "vitest";
import { createTestMachine, removeTestMachines } from "../../test-io.ts";

afterAll(removeTestMachines);

/** A benchmark of evals by name, with the statements that passed in each. */
function benchmarkText(evals: Readonly<Record<string, readonly boolean[]>>, seconds?: number): string {
  const runs = Object.entries(evals).map(([name, passes]): RunResult => {
    const grades = passes.map((passed, at) => ({ text: `statement ${at}`, passed, evidence: "" }));
    const timing = seconds === undefined ? {} : { seconds, tokens: seconds * 100 };
    return toRunResult(
      { evalId: name, evalName: `Eval ${name}`, configuration: "with_skill", run: 1 },
      gradingOf(grades),
      timing,
    );
  });
  return toBenchmarkText(aggregate(runs), "skill-creator");
}

const files = {
  "repo/old.json": benchmarkText({ a: [true, false], b: [true], c: [true] }, 10),
  "repo/new.json": benchmarkText({ a: [true, true], b: [false], c: [true], d: [true] }, 25.5),
  "repo/bare.json": benchmarkText({ a: [true, false] }),
};

test("changes, for a terminal of 80 columns", async () => {
  const { code, out } = await createTestMachine(files).run(["eval", "diff", "old.json", "new.json"]);
  expect(code).toBe(0);
  expect(`\n${out}`).toMatchInlineSnapshot(`
    "
        83 % →     75 %     -8 pt  pass rate
      10.0 s →   25.5 s   +15.5 s  time
       1,000 →    2,550    +1,550  tokens

    No difference can be claimed from 3 cases, at least 6 are needed: the pass rate
    is 17 points lower (p = 1.00).

    Evals that changed
        50 % →    100 %    +50 pt  a: Eval a
       100 % →      0 %   -100 pt  b: Eval b
           – →    100 %            d: Eval d

    Statements that changed
         0 % →    100 %   +100 pt  a: statement 1
       100 % →      0 %   -100 pt  b: statement 0
    "
  `);
});

test("missing measurements are dashes, and unchanged evals are omitted", async () => {
  const { out } = await createTestMachine(files).run(["eval", "diff", "bare.json", "bare.json"]);
  expect(`\n${out}`).toMatchInlineSnapshot(`
    "
        50 % →     50 %      0 pt  pass rate
           – →        –            time
           – →        –            tokens

    No difference can be claimed from 1 case, at least 6 are needed: the pass rate
    is the same (p = 1.00).
    "
  `);
});

test("improvements are green, regressions red, and time is neither", async () => {
  const { out } = await createTestMachine(files).run(["eval", "diff", "old.json", "new.json"], {
    color: true,
  });
  const [green, red] = ["\u001b[32m", "\u001b[31m"];
  expect(out.split("\n").filter((line) => line.includes(green))).toEqual([
    expect.stringContaining("Eval a"),
    expect.stringContaining("a: statement 1"),
  ]);
  expect(out.split("\n").filter((line) => line.includes(red))).toEqual([
    expect.stringContaining("pass rate"),
    expect.stringContaining("Eval b"),
    expect.stringContaining("b: statement 0"),
  ]);
});

test("in JSON, values missing on one side are null", async () => {
  const { out } = await createTestMachine(files).run(["eval", "diff", "bare.json", "new.json", "--json"]);
  expect(JSON.parse(out)).toMatchObject({
    metrics: {
      passRate: { before: 0.5, after: 0.75, difference: 0.25 },
      timeSeconds: { before: null, after: 25.5, difference: null },
    },
    evals: [
      { eval: "a", name: "Eval a", before: 0.5, after: 1, difference: 0.5 },
      { eval: "b", before: null, after: 0, difference: null },
      { eval: "c", before: null, after: 1, difference: null },
      { eval: "d", before: null, after: 1, difference: null },
    ],
    statements: [{ eval: "a", text: "statement 1", before: 0, after: 1, difference: 1 }],
    significance: { pairs: 1, interval: null, sentence: expect.any(String) },
  });
});

const golden = new URL("../../../../evals/src/formats/fixtures/uaaps/report.json", import.meta.url);

test("reports of UAAPS are compared as benchmarks are, and with them", async () => {
  const report = readFileSync(golden, "utf8");
  const machine = createTestMachine({
    ...files,
    "repo/report.json": report,
    "repo/better.json": report.replaceAll('"verdict": "FAIL"', '"verdict": "PASS"'),
  });
  const { code, out } = await machine.run(["eval", "diff", "report.json", "better.json", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    metrics: { passRate: { before: 0.5, after: 1, difference: 0.5 } },
  });
  const mixed = await machine.run(["eval", "diff", "report.json", "old.json", "--json"]);
  expect(JSON.parse(mixed.out).metrics.passRate).toMatchObject({ before: 0.5, after: 0.8333 });
});

test.each([
  ["old.json", '{"cases": 7}', /bad\.json.*not an eval result; at 1:\d+: /],
  ["old.json", '{"run_summary": 7, "cases": []}', /bad\.json.*not an eval result; at 1:\d+: /],
  ["old.json", "[]", /bad\.json.*not an eval result; at 1:1: /],
  ["gone.json", "{}", /gone\.json/],
])("%s and %s cannot be compared", async (before, bad, reason) => {
  const machine = createTestMachine({ ...files, "repo/bad.json": bad });
  const { code, err } = await machine.run(["eval", "diff", before, "bad.json"]);
  expect(code).toBe(2);
  expect(err.replaceAll("\n", " ")).toMatch(reason);
});

test("a benchmark that also has cases is a benchmark", async () => {
  const text = JSON.stringify({ ...JSON.parse(benchmarkText({ a: [true] })), cases: [] });
  const { code, out } = await createTestMachine({ "repo/one.json": text }).run([
    ...["eval", "diff", "one.json", "one.json"],
  ]);
  expect(code).toBe(0);
  expect(out).toContain("100 % →    100 %");
});

test("an eval that was graded on neither side has not changed", async () => {
  const machine = createTestMachine({ "repo/ungraded.json": benchmarkText({ a: [] }) });
  const { code, out } = await machine.run(["eval", "diff", "ungraded.json", "ungraded.json"]);
  expect(code).toBe(0);
  expect(out).not.toContain("Evals that changed");
});
