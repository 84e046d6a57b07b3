import type { TestFileProblem } from "./case.ts";
import type { TestFailure } from "./failure.ts";

/** What became of one case. */
export type CaseResult = {
  /** The skill's name. */
  readonly skill: string;
  /** The case's file without its ending: `01-basic`; of a scenario also the case's own name: `deploy/rolls-back`. */
  readonly case: string;
  /** As the case calls itself; its stem where that cannot be read. */
  readonly name: string;
  /** Skipped are cases that nobody waited for, whether they had begun or not, and those that lack something. */
  readonly status: "passed" | "failed" | "skipped";
  /** Why it was skipped, where it lacks something; absent when nobody waited for it. */
  readonly reason?: string;
  readonly durationMs: number;
  readonly failures: readonly TestFailure[];
  /** Why it was not run: what is wrong with its file, or with the skill's `test-config.json`. */
  readonly problems: readonly TestFileProblem[];
  /** It passed, but not the first time. */
  readonly flaky?: true;
  /** Times that it ran. */
  readonly attempts: number;
  /** Files of the skill that were written because somebody asked for it: a snapshot, a recording; paths inside the skill. */
  readonly written?: readonly string[];
  /** What became of its snapshot, where snapshots were to be kept anew and it has one. */
  readonly snapshot?: "written" | "unchanged";
  /** What a case that failed has written; bounded. */
  readonly output?: { readonly stdout: string; readonly stderr: string };
};

export type TestSummary = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** In the order of the plans, whichever ended first. */
  readonly cases: readonly CaseResult[];
};
