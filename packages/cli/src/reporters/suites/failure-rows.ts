import type { TestFailure } from "@skillwright/evals";
import { formatTestFailure } from "@skillwright/evals";
import type { CaseRow } from "./suite-report.ts";

/** One failure of a case, for machine-readable formats. */
export type FailureRow = {
  /** The expectation that failed; `file` when a test file is invalid. */
  readonly kind: TestFailure["kind"] | "file";
  /** A sentence, then the expected and actual values on separate lines. */
  readonly message: string;
  readonly expected?: TestFailure["expected"];
  readonly actual?: TestFailure["actual"];
  /** Path in the JSON output. */
  readonly path?: string;
  /** The last output of the command, or the last words of the agent. */
  readonly output?: string;
  /** Path inside the skill. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
};

/** Why a case failed: problems in its files, or failed expectations. */
export function toFailureRows({ problems, failures }: CaseRow): readonly FailureRow[] {
  return [
    ...problems.map(({ file, range: { start }, message }) => ({
      kind: "file" as const,
      message,
      file,
      ...start,
    })),
    ...failures.map(toRow),
  ];
}

function toRow(failure: TestFailure): FailureRow {
  const { kind, expected, actual } = failure;
  return {
    kind,
    message: formatTestFailure(failure),
    expected,
    actual,
    ...("path" in failure ? { path: failure.path } : {}),
    ...("output" in failure ? { output: failure.output } : {}),
    ...("said" in failure ? { output: failure.said } : {}),
  };
}

/** The first line of the message. */
export function headOf({ message }: FailureRow): string {
  return message.split("\n")[0] ?? "";
}
