import type { EvalCase } from "../formats/uaaps-case.ts";
import type { CheckName } from "../formats/uaaps-report.ts";
import type { AssertionType } from "../trials/judge-assertion.ts";
import type { EvalStatement } from "./eval-plan.ts";

/** Converts a UAAPS case to statements: mechanical checks first, the judge's criteria last. */
export function toCaseStatements({ expected, criteria }: EvalCase): readonly EvalStatement[] {
  const { contains, notContains, filesCreated, agentBlocked } = expected;
  return [
    ...contains.map((value) => checked("contains", value, "contains")),
    ...notContains.map((value) => checked("not-contains", value, "not_contains")),
    ...filesCreated.map((value) => checked("file-created", value, "files_created")),
    ...(agentBlocked === undefined ? [] : [blocked(agentBlocked)]),
    { text: criteria, check: { by: "judge" } },
  ];
}

function checked(type: AssertionType, value: string, counts: CheckName): EvalStatement {
  return { text: `${type}: ${value}`, check: { by: "program", assertion: { type, value } }, counts };
}

function blocked(expected: boolean): EvalStatement {
  return {
    text: `agent-blocked: ${expected}`,
    check: { by: "guard", blocked: expected },
    counts: "agent_blocked",
  };
}
