import type { TestFileProblem } from "./case.ts";
import type { TestFailure } from "./failure.ts";

/** The result of one case. */
export type CaseResult = {
  readonly skill: string;
  /**
   * The case's file without its extension, `01-basic`; for a scenario with the case's name,
   * `deploy/rolls-back`.
   */
  readonly case: string;
  /** The case's own name; its stem when the file cannot be read. */
  readonly name: string;
  /** A case is skipped when the run was canceled, or when it lacks something. */
  readonly status: "passed" | "failed" | "skipped";
  /** What a skipped case lacks; absent when the run was canceled. */
  readonly reason?: string;
  readonly durationMs: number;
  readonly failures: readonly TestFailure[];
  /** Problems in its file or in `test-config.json` that kept it from running. */
  readonly problems: readonly TestFileProblem[];
  /** It passed on a retry. */
  readonly flaky?: true;
  /** How often it ran. */
  readonly attempts: number;
  /** Files of the skill that were written on request: a snapshot, a recording. Paths in the skill. */
  readonly written?: readonly string[];
  /** What `--update` did with its snapshot. */
  readonly snapshot?: "written" | "unchanged";
  /** The bounded output of a failed case. */
  readonly output?: { readonly stdout: string; readonly stderr: string };
};

export type TestSummary = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** In the order of the plans. */
  readonly cases: readonly CaseResult[];
};
