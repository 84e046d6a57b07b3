import type { Checkup } from "./checkup.ts";
import type { FindingRow } from "./finding-row.ts";

export type Problem = Omit<FindingRow, "code">;

/** All that is amiss, wherever a checkup says it. */
export function listProblems({
  findings,
  policies,
  sandbox,
}: Pick<Checkup, "findings" | "policies" | "sandbox">): readonly Problem[] {
  return [
    ...policies.flatMap(({ owner, path, problem }): readonly Problem[] =>
      problem === undefined
        ? []
        : [{ severity: "error", path: path ?? owner, message: `${problem} Until then, exec and run stop.` }],
    ),
    ...(sandbox.name === null ? [noSandbox] : []),
    ...findings,
  ];
}

const noSandbox: Problem = {
  severity: "warning",
  path: "sandbox",
  message: "There is none, so scripts, hooks and commands of skills are refused.",
};
