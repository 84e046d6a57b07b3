import { printable } from "@skillwright/core/text";
import { headOf, toFailureRows } from "./failure-rows.ts";
import type { CaseRow, SuiteReport } from "./suite-report.ts";

/** TAP 14, with failures as YAML diagnostics. */
export function toSuiteTap({ suites }: SuiteReport): string {
  const cases = suites.flatMap(({ path, cases: rows }) => rows.map((row) => ({ row, path })));
  const points = cases.map(({ row, path }, index) => toPoint(row, { number: index + 1, path }));
  return `TAP version 14\n1..${cases.length}\n${points.join("")}`;
}

function toPoint(row: CaseRow, { number, path }: { readonly number: number; readonly path: string }): string {
  const { skill, case: stem, name, status } = row;
  const point = `${status === "failed" ? "not ok" : "ok"} ${number} - ${escapePoint(`${skill} ${stem}: ${name}`)}`;
  if (status === "skipped") return `${point} # SKIP ${printable(row.reason ?? "stopped early")}\n`;
  const failures = toFailureRows(row);
  const diagnostic = [
    `duration_ms: ${row.durationMs}`,
    ...(row.flaky ? [`attempts: ${row.attempts}`] : []),
    ...(status === "failed" ? [`at: ${toYaml({ file: `${path}/${row.file}`, line: row.line })}`] : []),
    ...(failures.length === 0
      ? []
      : ["failures:", ...failures.map((one) => `  - ${toYaml({ ...one, message: headOf(one) })}`)]),
  ];
  return [point, "  ---", ...diagnostic.map((line) => `  ${line}`), "  ...", ""].join("\n");
}

/** A `#` would start a directive. */
function escapePoint(text: string): string {
  return printable(text).replace(/[\\#]/g, "\\$&");
}

/** JSON is single-line YAML; escapes characters that could control a terminal. */
function toYaml(value: unknown): string {
  return JSON.stringify(value).replace(/[^\x20-\x7e]/gu, (character) => {
    if (printable(character) === character) return character;
    return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
  });
}
