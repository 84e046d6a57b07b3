import { z } from "zod";

const version = z.literal(1).describe("Version of this shape; a change that breaks readers raises it.");
const count = z.int().min(0);
const share = z.number().min(0).max(1);
const id = z.union([z.number(), z.string()]).describe("Id of the eval, as in its file.");
const cost = z.number().min(0).nullable().describe("Dollars; null when a price is unknown.");
const model = z.string().describe("PROVIDER/NAME of the model that performed the tasks.");
const judge = z.string().nullable().describe("PROVIDER/NAME of the model that graded; null when none did.");

function metricsOf(value: z.ZodType): z.ZodType {
  return z.strictObject({ passRate: value, timeSeconds: value, tokens: value });
}

const spread = z
  .strictObject({
    mean: z.number(),
    stddev: z.number().describe("Sample standard deviation; 0 for a single run."),
    min: z.number().optional(),
    max: z.number().optional(),
  })
  .nullable()
  .meta({ id: "Spread", description: "Null when it was not measured." });

const significance = z
  .strictObject({
    p: share.describe("Probability of a difference this large by chance."),
    method: z.enum(["exact", "monte-carlo"]),
    pairs: count,
    difference: z.number(),
    interval: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
    sentence: z.string(),
  })
  .meta({ id: "Significance" });

const grade = z.strictObject({ text: z.string(), passed: z.boolean(), evidence: z.string() });

const outputRun = z
  .strictObject({
    eval: id,
    configuration: z.string(),
    run: z.int().min(1),
    status: z.enum(["graded", "ungraded", "failed", "skipped"]),
    kept: z.boolean().describe("Reused from an earlier invocation."),
    reason: z.string().optional(),
    passed: count,
    failed: count,
    ungraded: count.describe("Statements that only a judge can grade."),
    grades: z.array(grade),
  })
  .meta({ id: "EvalRun" });

const outputs = z.strictObject({
  iteration: z.int().min(1),
  folder: z.string(),
  complete: z.boolean(),
  configurations: z.array(
    z.strictObject({ name: z.string(), passRate: spread, timeSeconds: spread, tokens: spread }),
  ),
  difference: metricsOf(z.number().nullable()).nullable().describe("With the skill minus the baseline."),
  significance: metricsOf(significance).nullable(),
  runs: z.array(outputRun),
  comparisons: z.array(
    z.strictObject({
      eval: id,
      run: z.int().min(1),
      winner: z
        .string()
        .nullable()
        .describe("The better configuration; null for a tie or when the judge failed."),
      reason: z.string().optional(),
    }),
  ),
  notes: z.array(z.string()),
});

const triggers = z.strictObject({
  complete: z.boolean(),
  passed: count,
  failed: count,
  untried: count,
  precision: share.nullable(),
  recall: share.nullable(),
  accuracy: share.nullable(),
  queries: z.array(
    z.strictObject({
      query: z.string(),
      shouldTrigger: z.boolean(),
      triggers: count,
      runs: count,
      rate: share,
      pass: z.boolean().nullable().describe("Null when it was never run."),
    }),
  ),
  faults: count,
});

const spent = z.strictObject({ inputTokens: count, outputTokens: count, costUsd: cost });

const change = z
  .strictObject({
    before: z.number().nullable(),
    after: z.number().nullable(),
    difference: z.number().nullable(),
  })
  .meta({ id: "Change" });
const changeFields = {
  before: z.number().nullable(),
  after: z.number().nullable(),
  difference: z.number().nullable(),
};

const score = z.strictObject({ passed: count, total: count });

/** JSON output of the eval command. */
export const evalSchemas: Readonly<Record<string, z.ZodType>> = {
  eval: z
    .strictObject({
      version,
      skill: z.string(),
      model,
      judge,
      outputs: outputs.nullable().describe("Null when the skill has no output evals, or they were not run."),
      triggers: triggers.nullable(),
      spent,
      durationMs: count,
      report: z.string().nullable().describe("Path of the page."),
    })
    .describe("Output of skillwright eval SKILL --json."),
  "eval-plan": z
    .strictObject({
      version,
      skill: z.string(),
      model,
      judge,
      outputs: z
        .strictObject({
          iteration: z.int().min(1),
          resumes: z.boolean(),
          folder: z.string(),
          evals: count,
          configurations: z.array(z.string()),
          runs: count,
          kept: count,
        })
        .nullable(),
      triggers: z.strictObject({ queries: count, runs: count, kept: count }).nullable(),
      estimate: z.strictObject({
        calls: count,
        judgeCalls: count,
        inputTokens: count,
        outputTokens: count,
        costUsd: cost,
        basis: z.enum(["measured", "assumed"]),
      }),
    })
    .describe("Output of skillwright eval SKILL --plan --json."),
  "eval-diff": z
    .strictObject({
      version,
      metrics: metricsOf(change),
      evals: z.array(z.strictObject({ eval: id, name: z.string().nullable(), ...changeFields })),
      statements: z.array(z.strictObject({ eval: id, text: z.string(), ...changeFields })),
      significance,
    })
    .describe("Output of skillwright eval diff A B --json."),
  "eval-optimize": z
    .strictObject({
      version,
      skill: z.string(),
      model,
      ended: z.enum(["all-passed", "max-iterations", "no-description", "aborted", "failing"]),
      original: z.string(),
      best: z.string().describe("Selected by the held-back queries."),
      written: z.boolean().describe("Whether it was written to SKILL.md."),
      iterations: z.array(
        z.strictObject({
          iteration: z.int().min(1),
          description: z.string(),
          train: score,
          validation: score,
        }),
      ),
      spent,
    })
    .describe("Output of skillwright eval optimize SKILL --json."),
};
