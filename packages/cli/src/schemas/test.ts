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
      .describe("The expectation that failed; file when a test file is invalid."),
    message: z.string().describe("A sentence, then the expected and actual values on separate lines."),
    expected: z.union([z.string(), z.int()]).optional(),
    actual: z.union([z.string(), z.int(), z.array(z.string())]).optional(),
    path: z.string().optional().describe("Path in the JSON output."),
    output: z.string().optional().describe("The last output of the command, or the last words of the agent."),
    file: z.string().optional().describe("Path of the invalid file inside the skill."),
    line: z.int().min(1).optional(),
    column: z.int().min(1).optional(),
  })
  .meta({ id: "Failure" });

const testCase = z
  .strictObject({
    skill: z.string().describe("Name of the skill."),
    case: z
      .string()
      .describe(
        "Name of the case's file without its extension, or FILE/CASE for a scenario; accepted by --case.",
      ),
    name: z.string().describe("The case's own name."),
    status: z
      .enum(["passed", "failed", "skipped"])
      .describe("Skipped: stopped early, or something it needs is missing."),
    reason: z.string().optional().describe("What is missing, for a skipped case."),
    durationMs: count,
    flaky: z.literal(true).optional().describe("It passed, but not at the first attempt."),
    failures: z.array(failure),
  })
  .meta({ id: "TestCase" });

/** JSON output of the test command. */
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
        .describe("With --coverage: files that no case of a skill mentions."),
    })
    .describe("Output of skillwright test --json."),
};
