import type { TestFailure } from "@skillwright/evals";
import { formatTestFailure } from "@skillwright/evals";
import type { CaseRow } from "./suite-report.ts";

/** One reason why a case failed, for programs. */
export type FailureRow = {
  /** The expectation that was not met; `file` when a file of the tests cannot be used. */
  readonly kind: TestFailure["kind"] | "file";
  /** A sentence, then what was expected and what there is, on lines of their own. */
  readonly message: string;
  readonly expected?: TestFailure["expected"];
  readonly actual?: TestFailure["actual"];
  /** Where in the JSON of the output. */
  readonly path?: string;
  /** What the command wrote last, or the agent said. */
  readonly output?: string;
  /** Path inside the skill. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
};

/** Why a case failed: what is wrong with its files, or what it expected in vain. */
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

/** The sentence alone. */
export function headOf({ message }: FailureRow): string {
  return message.split("\n")[0] ?? "";
}
