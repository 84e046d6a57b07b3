import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { aggregate } from "./aggregate.ts";
import { readBenchmark, toBenchmarkText } from "./benchmark.ts";
import { readComparisonFile, toComparisonText } from "./comparison.ts";
import { readAnalysis, toAnalysisText } from "./comparison-analysis.ts";
import { type EvalDialect, readEvals } from "./evals-json.ts";
import { readFeedback, toFeedbackText } from "./feedback.ts";
import { readGrading, toGradingText } from "./grading.ts";
import { readHistory, toHistoryText } from "./improvement-history.ts";
import { readOptimization, toOptimizationText } from "./optimization-result.ts";
import type { ReadEvalFile } from "./read-eval-file.ts";
import { readMetrics, readTiming, toMetricsText, toTimingText } from "./run-measurements.ts";
import { readTriggerQueries } from "./trigger-queries.ts";
import { readTriggerResults, toTriggerResultsText } from "./trigger-results.ts";
import { readEvalCase, readEvalConfig } from "./uaaps-case.ts";
import { readEvalReport, toEvalReportText } from "./uaaps-report.ts";
import { readEvalMetadata, toEvalMetadataText } from "./workspace.ts";

/** The golden files in `fixtures/` were written by hand after the formats, not by this code. */
const golden = (path: string): string => readFileSync(new URL(`fixtures/${path}`, import.meta.url), "utf8");

/** The value of a file that has nothing wrong and nothing odd. */
function contentOf<Value>(read: ReadEvalFile<Value>): Value {
  expect(read).toMatchObject({ ok: true, notes: [] });
  if (!read.ok) throw new Error("unreachable");
  return read.value;
}

const dialects: readonly EvalDialect[] = ["guide", "skill-creator"];

test.each(dialects)("evals.json of the %s reads the same", (dialect) => {
  expect(contentOf(readEvals(golden(`${dialect}/evals.json`), "evals.json"))).toEqual({
    skillName: "csv-analyzer",
    evals: [
      {
        id: 1,
        prompt: "Find the top 3 months in sales.csv and draw a chart",
        expectedOutput: "A bar chart of three months with labelled axes.",
        files: ["evals/files/sales.csv"],
        assertions: ["There is a chart", "It shows 3 months"],
      },
      {
        id: 2,
        prompt: "How many rows of customers.csv have no address?",
        expectedOutput: "A count.",
        files: [],
        assertions: [],
      },
    ],
  });
});

test.each(dialects)("grading.json of the %s survives a round trip", (dialect) => {
  const source = golden(`${dialect}/grading.json`);
  expect(toGradingText(contentOf(readGrading(source, "grading.json")), dialect)).toBe(source);
});

test("grading.json of skill-creator loses only what the guide has no field for", () => {
  const source = golden("skill-creator/grading.json");
  expect(toGradingText(contentOf(readGrading(source, "grading.json")), "guide")).toBe(
    golden("guide/grading.json"),
  );
});

test("timing.json is written in a way that both dialects read", () => {
  const source = golden("skill-creator/timing.json");
  expect(toTimingText(contentOf(readTiming(source, "timing.json")))).toBe(source);
  const guide = contentOf(readTiming(golden("guide/timing.json"), "timing.json"));
  expect(guide).toEqual({ tokens: 84852, seconds: 23.332 });
  expect(JSON.parse(toTimingText(guide))).toEqual({
    ...JSON.parse(golden("guide/timing.json")),
    total_duration_seconds: 23.332,
  });
});

test("eval_metadata.json survives a round trip", () => {
  const source = golden("skill-creator/eval_metadata.json");
  expect(toEvalMetadataText(contentOf(readEvalMetadata(source, "eval_metadata.json")))).toBe(source);
});

test.each<readonly [string, (source: string, file: string) => string]>([
  ["metrics.json", (source, file) => toMetricsText(contentOf(readMetrics(source, file)))],
  ["history.json", (source, file) => toHistoryText(contentOf(readHistory(source, file)))],
  ["comparison.json", (source, file) => toComparisonText(contentOf(readComparisonFile(source, file)))],
  ["analysis.json", (source, file) => toAnalysisText(contentOf(readAnalysis(source, file)))],
  ["results.json", (source, file) => toOptimizationText(contentOf(readOptimization(source, file)))],
])("§4.3: %s survives a round trip", (file, rewrite) => {
  const source = golden(`skill-creator/${file}`);
  expect(rewrite(source, file)).toBe(source);
});

test.each(dialects)("feedback.json of the %s survives a round trip", (dialect) => {
  const source = golden(`${dialect}/feedback.json`);
  expect(toFeedbackText(contentOf(readFeedback(source, "feedback.json")), dialect)).toBe(source);
});

test.each(dialects)("benchmark.json of the %s survives a round trip", (dialect) => {
  const source = golden(`${dialect}/benchmark.json`);
  expect(toBenchmarkText(contentOf(readBenchmark(source, "benchmark.json")), dialect)).toBe(source);
});

test.each(dialects)("runs are summed up to the benchmark.json of the %s", (dialect) => {
  const { runs, metadata, notes } = contentOf(
    readBenchmark(golden("skill-creator/benchmark.json"), "benchmark.json"),
  );
  const { evalsRun, runsPerConfiguration, ...known } = metadata ?? {};
  expect({ evalsRun, runsPerConfiguration }).toEqual({ evalsRun: [1, 2], runsPerConfiguration: 1 });
  expect(toBenchmarkText(aggregate(runs, { ...known, notes }), dialect)).toBe(
    golden(`${dialect}/benchmark.json`),
  );
});

test.each(dialects)("trigger results of the %s survive a round trip", (dialect) => {
  const source = golden(`${dialect}/trigger_results.json`);
  expect(toTriggerResultsText(contentOf(readTriggerResults(source, "results.json")), dialect)).toBe(source);
});

test("§4.3: a report of UAAPS survives a round trip", () => {
  const source = golden("uaaps/report.json");
  expect(toEvalReportText(contentOf(readEvalReport(source, "report.json")))).toBe(source);
});

test("§4.3: a config of UAAPS is read", () => {
  expect(contentOf(readEvalConfig(golden("uaaps/eval-config.json"), "eval-config.json"))).toEqual({
    engine: "codex",
    timeoutSeconds: 90,
    judge: "model-j",
    sandbox: { network: false, writablePaths: ["src", "output"] },
    environment: { EVAL_MODE: "true" },
  });
});

test("§4.3: a case of UAAPS is read", () => {
  expect(contentOf(readEvalCase(golden("uaaps/case.yaml"), "case.yaml"))).toEqual({
    name: "pdf-extraction",
    description: "The skill reads text through an agent",
    target: { kind: "skill", name: "pdf-tools" },
    input: {
      prompt: "Extract all text from fixtures/sample.pdf",
      files: ["fixtures/sample.pdf"],
      workspaceFiles: ["src/empty.txt"],
    },
    expected: {
      contains: ["Hello, World"],
      notContains: ["ERROR"],
      filesCreated: ["output/extracted.txt"],
      agentBlocked: false,
    },
    criteria: "All text of the document is there, and nothing that is not in it.",
  });
});

const examples = new URL("../../../../examples/skills/", import.meta.url);
const files = readdirSync(examples, { recursive: true, encoding: "utf8" });

test.each(files.filter((path) => path.endsWith("evals/evals.json")))("the example %s is read", (path) => {
  const skill = path.slice(0, path.indexOf("/"));
  const { skillName, evals } = contentOf(
    readEvals(readFileSync(new URL(path, examples), "utf8"), path, {
      hasFile: (file) => files.includes(`${skill}/${file}`),
    }),
  );
  expect(skillName).toBe(skill);
  expect(evals.every(({ assertions }) => assertions.length > 0)).toBe(true);
});

test.each(files.filter((path) => path.endsWith("eval_queries.json")))("the example %s is read", (path) => {
  const queries = contentOf(readTriggerQueries(readFileSync(new URL(path, examples), "utf8"), path));
  expect(queries.filter(({ shouldTrigger }) => shouldTrigger)).toHaveLength(8);
  expect(queries.filter(({ shouldTrigger }) => !shouldTrigger)).toHaveLength(8);
});

test("the examples have evals", () => {
  expect(files.filter((path) => /evals\/(?:evals|eval_queries)\.json$/.test(path)).length).toBeGreaterThan(5);
});
