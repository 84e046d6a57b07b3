import { workflowCommand } from "../workflow-command.ts";
import { toFailureRows } from "./failure-rows.ts";
import type { CaseRow, SuiteReport } from "./suite-report.ts";

/** Workflow commands that GitHub Actions shows beside the files of cases that failed. */
export function toSuiteAnnotations({ suites, passed, failed, skipped }: SuiteReport): string {
  const commands = suites.flatMap(({ cases, path }) => cases.flatMap((row) => annotate(row, path)));
  const summary = `skillwright test: passed ${passed}, failed ${failed}, skipped ${skipped}`;
  return [...commands, summary, ""].join("\n");
}

function annotate(row: CaseRow, path: string): readonly string[] {
  const rows = toFailureRows(row);
  const title = `${row.skill} ${row.case}`;
  const place = { file: `${path}/${row.file}`, start: { line: row.line } };
  // What lacks something is no fault of the change, but it was not tested either.
  if (row.reason !== undefined)
    return [workflowCommand({ level: "warning", title, ...place, message: `Skipped. ${row.reason}` })];
  const head = { level: "error" as const, title };
  const inFiles = rows.flatMap(({ file, message, line = 1, column = 1 }) =>
    file === undefined
      ? []
      : [workflowCommand({ ...head, file: `${path}/${file}`, message, start: { line, column } })],
  );
  // GitHub shows few annotations of a step, so a case has one for all that it expected in vain.
  const vain = rows.filter(({ file }) => file === undefined);
  if (vain.length === 0) return inFiles;
  const message = vain.map(({ message: words }) => words).join("\n");
  return [...inFiles, workflowCommand({ ...head, ...place, message })];
}
