import type { FindingRow } from "../../catalog/finding-row.ts";
import type { Checkup } from "./checkup.ts";

export type Problem = Omit<FindingRow, "code">;

/** All problems in a checkup. */
export function listProblems({
  findings,
  policies,
  sandbox,
}: Pick<Checkup, "findings" | "policies" | "sandbox">): readonly Problem[] {
  return [
    ...policies.flatMap(({ owner, path, problem }): readonly Problem[] =>
      problem === undefined
        ? []
        : [
            {
              severity: "error",
              path: path ?? owner,
              message: `${problem} exec and run do not work until this is fixed.`,
            },
          ],
    ),
    ...(sandbox.name === null ? [noSandbox] : []),
    ...findings,
  ];
}

const noSandbox: Problem = {
  severity: "warning",
  path: "sandbox",
  message: "No sandbox is available, so skills' scripts, hooks and commands are refused.",
};
