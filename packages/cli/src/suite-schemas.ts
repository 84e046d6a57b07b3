import { z } from "zod";

const version = z.literal(1).describe("Version of this shape; a change that breaks readers raises it.");
const count = z.int().min(0);
const files = z.array(z.string()).describe("Paths inside the skill.");

const failure = z
  .strictObject({
    kind: z
      .enum([
        "file",
        "not-run",
        "stopped",
        "truncated",
        "exit-code",
        "decision",
        "stdout-contains",
        "stderr-contains",
        "not-contains",
        "stdout-matches",
        "stderr-matches",
        "stdout-json",
        "files-created",
        "snapshot",
        "contains",
        "matches-regex",
        "file-created",
        "file-modified",
        "command-executed",
        "custom",
        "expected-output",
        "expected-behavior",
        "ended",
      ])
      .describe("The expectation that was not met; file when a file of the tests cannot be used."),
    message: z
      .string()
      .describe("A sentence, then what was expected and what there is, on lines of their own."),
    expected: z.union([z.string(), z.int()]).optional(),
    actual: z.union([z.string(), z.int(), z.array(z.string())]).optional(),
    path: z.string().optional().describe("Where in the JSON of the output."),
    output: z.string().optional().describe("What the command wrote last, or the agent said."),
    file: z.string().optional().describe("Path inside the skill of a file that cannot be used."),
    line: z.int().min(1).optional(),
    column: z.int().min(1).optional(),
  })
  .meta({ id: "Failure" });

const testCase = z
  .strictObject({
    skill: z.string().describe("Name of the skill."),
    case: z
      .string()
      .describe("Name of the case's file without its ending, for a scenario FILE/CASE, as --case takes it."),
    name: z.string().describe("As the case calls itself."),
    status: z
      .enum(["passed", "failed", "skipped"])
      .describe("Skipped are cases that nobody waited for, and those that lack something."),
    reason: z.string().optional().describe("Why it was skipped, where it lacks something."),
    durationMs: count,
    flaky: z.literal(true).optional().describe("It passed, but not the first time."),
    failures: z.array(failure),
  })
  .meta({ id: "TestCase" });

/** Shapes of what the test command prints. */
export const suiteSchemas: Readonly<Record<string, z.ZodType>> = {
  test: z
    .strictObject({
      version,
      summary: z.strictObject({ passed: count, failed: count, skipped: count }),
      cases: z.array(testCase),
      coverage: z
        .array(
          z.strictObject({
            skill: z.string(),
            untouched: z.strictObject({ scripts: files, references: files }),
          }),
        )
        .optional()
        .describe("With --coverage: what no case of a skill mentions."),
    })
    .describe("Output of skillwright test --json."),
};
