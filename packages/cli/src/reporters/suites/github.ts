import { workflowCommand } from "../workflow-command.ts";
import { toFailureRows } from "./failure-rows.ts";
import type { CaseRow, SuiteReport } from "./suite-report.ts";

/** GitHub Actions annotations on the files of failed cases. */
export function toSuiteAnnotations({ suites, passed, failed, skipped }: SuiteReport): string {
  const commands = suites.flatMap(({ cases, path }) => cases.flatMap((row) => annotate(row, path)));
  const summary = `skillwright test: passed ${passed}, failed ${failed}, skipped ${skipped}`;
  return [...commands, summary, ""].join("\n");
}

function annotate(row: CaseRow, path: string): readonly string[] {
  const rows = toFailureRows(row);
  const title = `${row.skill} ${row.case}`;
  const place = { file: `${path}/${row.file}`, start: { line: row.line } };
  // A skipped case is not a failure of the change, but it was not tested either.
  if (row.reason !== undefined)
    return [workflowCommand({ level: "warning", title, ...place, message: `Skipped. ${row.reason}` })];
  const head = { level: "error" as const, title };
  const inFiles = rows.flatMap(({ file, message, line = 1, column = 1 }) =>
    file === undefined
      ? []
      : [workflowCommand({ ...head, file: `${path}/${file}`, message, start: { line, column } })],
  );
  // GitHub limits annotations per step, so combine all failed expectations of a case.
  const unmet = rows.filter(({ file }) => file === undefined);
  if (unmet.length === 0) return inFiles;
  const message = unmet.map(({ message: words }) => words).join("\n");
  return [...inFiles, workflowCommand({ ...head, ...place, message })];
}
