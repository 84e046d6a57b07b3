import { printable } from "@skillwright/core/text";
import type { Uncovered } from "@skillwright/evals";
import { fitText } from "../../terminal/safe-text.ts";
import type { LineLook } from "./failure-lines.ts";
import type { SuiteResults } from "./suite-report.ts";

/** The scripts and references that no case touches, by skill. */
export function untouchedLines(
  suites: readonly SuiteResults[],
  { style, columns }: LineLook,
): readonly string[] {
  if (suites.length === 0) return [];
  if (countUntouched(suites) === 0) return ["Every script and every reference is touched by a case."];
  const gaps = suites.filter(({ untouched }) => filesOf(untouched).length > 0);
  return [
    "No case touches:",
    ...gaps.flatMap(({ skill, untouched }) => [
      `  ${style.bold(fitText(skill, columns - 2))}`,
      ...filesOf(untouched).map((file) => `    ${printable(file)}`),
    ]),
  ];
}

export function countUntouched(suites: readonly SuiteResults[]): number {
  return suites.reduce((sum, { untouched }) => sum + filesOf(untouched).length, 0);
}

function filesOf({ scripts, references }: Uncovered): readonly string[] {
  return [...scripts, ...references];
}
