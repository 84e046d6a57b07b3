import { aggregate, toRunResult } from "../formats/aggregate.ts";
import { type RunResult, toBenchmarkText } from "../formats/benchmark.ts";
import type { EvalDialect } from "../formats/evals-json.ts";
import { type Grade, gradingOf, toGradingText } from "../formats/grading.ts";
import { toOptimizationText } from "../formats/optimization-result.ts";
import { toTimingText } from "../formats/run-measurements.ts";
import { judgeTrigger, toTriggerResultsText } from "../formats/trigger-results.ts";
import { toEvalMetadataText } from "../formats/workspace.ts";

export type TestFiles = Readonly<Record<string, string | Uint8Array>>;

export type TestWorkspaceOptions = {
  readonly dialect?: EvalDialect;
  readonly runs?: number;
  /** Instead of the text that every run made. */
  readonly output?: string;
  readonly iteration?: number;
};

/** The files of a workspace as one iteration leaves it: seven evals of a skill that helps with most of them. */
export function testWorkspace(options: TestWorkspaceOptions = {}): TestFiles {
  const { dialect = "skill-creator", runs = 3, iteration = 2 } = options;
  const measured = evals.flatMap((one) =>
    (["with_skill", "without_skill"] as const).flatMap((configuration) =>
      Array.from({ length: runs }, (_, index) => testRun(one, { configuration, run: index + 1 })),
    ),
  );
  const folder = `iteration-${iteration}`;
  const benchmark = aggregate(
    measured.map(({ result }) => result),
    {
      skillName: "pdf-forms",
      executorModel: "anthropic/claude-sonnet-5",
      analyzerModel: "anthropic/claude-opus-5",
      timestamp: "2026-03-04T09:30:00Z",
      notes: [
        "“The answer names the file” passes on both sides in every run: it tells nothing about the skill.",
      ],
    },
  );
  return {
    [`${folder}/benchmark.json`]: toBenchmarkText(benchmark, dialect),
    ...Object.assign({}, ...measured.map((run) => runFiles(run, folder, { dialect, runs, ...options }))),
    ...Object.fromEntries(
      evals.map(({ id, name, slug, prompt }) => [
        `${folder}/eval-${slug}/eval_metadata.json`,
        toEvalMetadataText({ evalId: id, evalName: name, prompt, assertions: statements }),
      ]),
    ),
  };
}

type TestEval = {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly prompt: string;
  /** Statements that hold, of five, with the skill and without, run by run. */
  readonly held: Readonly<Record<"with_skill" | "without_skill", readonly number[]>>;
};

const names: readonly (readonly [string, string, readonly number[], readonly number[]])[] = [
  ["fill-a-form", "Fill a form", [5, 5, 4], [2, 3, 2]],
  ["merge-two-files", "Merge two files", [5, 5, 5], [4, 4, 5]],
  ["extract-a-table", "Extract a table of invoices", [4, 5, 5], [2, 1, 2]],
  ["rotate-scanned-pages", "Rotate scanned pages", [5, 4, 5], [3, 3, 2]],
  ["redact-names", "Redact names before the document is sent to somebody outside", [3, 4, 2], [1, 1, 1]],
  ["count-the-pages", "Count the pages", [5, 5, 5], [5, 5, 5]],
  ["split-by-chapter", "Split by chapter", [5, 5, 5], [3, 4, 2]],
];

const evals: readonly TestEval[] = names.map(([slug, name, withSkill, without], index) => ({
  id: index + 1,
  slug,
  name,
  prompt: `${name}: take documents/${slug}.pdf and leave the result in the folder. Say what you did in two sentences.`,
  held: { with_skill: withSkill, without_skill: without },
}));

const statements: readonly string[] = [
  "The answer names the file",
  "A PDF of the result is in the folder",
  "Every page of the original is in the result",
  "The answer says what was not done",
  "No other file was changed",
];

type TestRun = { readonly one: TestEval; readonly result: RunResult };

function testRun(
  one: TestEval,
  { configuration, run }: { readonly configuration: "with_skill" | "without_skill"; readonly run: number },
): TestRun {
  const held = one.held[configuration][run - 1] ?? 0;
  const grades: readonly Grade[] = statements.map((text, index) => ({
    text,
    passed: index < held,
    evidence:
      index < held
        ? `“${one.slug}.pdf, ${index + 3} pages” in the answer`
        : "The answer says nothing of it, and the folder holds only the original.",
  }));
  const isWith = configuration === "with_skill";
  const seconds = (isWith ? 44 - one.id * 2.5 : 31) + ((one.id * 7) % 5) * 4.2 + run * 1.7;
  const tokens = (isWith ? 18_400 - one.id * 650 : 11_900) + ((one.id * 3) % 7) * 1830 + run * 420;
  const known = { evalId: one.id, evalName: one.name, configuration, run };
  return {
    one,
    result: { ...toRunResult(known, gradingOf(grades), { seconds, tokens }), toolCalls: held + 3 },
  };
}

function runFiles(
  { one, result }: TestRun,
  folder: string,
  { dialect, runs, output }: TestWorkspaceOptions,
): TestFiles {
  const hasLevel = dialect === "skill-creator" || (runs ?? 1) > 1;
  const place = `${folder}/eval-${one.slug}/${result.configuration}${hasLevel ? `/run-${result.run}` : ""}`;
  const { grades, timeSeconds = 0, tokens = 0 } = result;
  const text = `${one.name}\n\nThe result is in ${one.slug}-result.pdf (${result.passed} pages).\nNothing else was changed.\n`;
  return {
    [`${place}/grading.json`]: toGradingText(gradingOf(grades), dialect ?? "skill-creator"),
    [`${place}/timing.json`]: toTimingText({ seconds: timeSeconds, tokens }),
    [`${place}/run.json`]: JSON.stringify({
      version: 1,
      key: place,
      model: "anthropic/claude-sonnet-5",
      steps: 3,
      usage: [{ model: "claude-sonnet-5", inputTokens: tokens, cachedInputTokens: 4000, outputTokens: 900 }],
      judgeUsage: [],
    }),
    [`${place}/transcript.md`]: `# ${one.name}\n\nagent: I look at the file first.\ncalled read {"path": "documents/${one.slug}.pdf"}\n`,
    [`${place}/outputs/answer.md`]: output ?? text,
    [`${place}/outputs/${one.slug}-result.pdf`]: new Uint8Array([0x25, 0x50, 0x44, 0x46, 0, 1, 2]),
    ...(one.id === 1 ? { [`${place}/outputs/page.svg`]: drawing } : {}),
  };
}

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60"><rect width="120" height="60" fill="#eef"/><path d="M10 45 40 20 70 38 110 12" fill="none" stroke="#34c" stroke-width="4"/></svg>';

const queries: readonly (readonly [string, boolean, number])[] = [
  ["fill in this tax form for me, the pdf is on my desktop", true, 3],
  ["can you merge scan1.pdf and scan2.pdf", true, 3],
  ["get the table on page 4 into a spreadsheet", true, 1],
  ["write me a cover letter", false, 0],
  ["what is the best pdf reader", false, 2],
  ["convert this video to mp4", false, 0],
];

/** The files that trigger evals and the description search write next to the iterations. */
export function testTriggerFiles(dialect: EvalDialect = "skill-creator"): TestFiles {
  const judge = (more: number) => (row: (typeof queries)[number]) =>
    judgeTrigger({
      query: row[0],
      shouldTrigger: row[1],
      triggers: Math.max(0, Math.min(3, row[1] ? row[2] + more : row[2] - more)),
      runs: 3,
    });
  const description = "Works with PDF files.";
  const better = "Use this skill when somebody wants to fill, merge, split or read a PDF.";
  return {
    "triggers/trigger_results.json": toTriggerResultsText(
      { skillName: "pdf-forms", description, results: queries.map(judge(0)) },
      dialect,
    ),
    "triggers/optimization/results.json": toOptimizationText({
      exit: { reason: "max-iterations", iteration: 3 },
      originalDescription: description,
      bestDescription: better,
      holdout: 0.4,
      iterations: [description, better, `${better} Also for scans.`].map((text, index) => ({
        iteration: index + 1,
        description: text,
        train: queries.slice(0, 4).map(judge(index)),
        validation: queries.slice(4).map(judge(Math.min(index, 1))),
      })),
    }),
  };
}
