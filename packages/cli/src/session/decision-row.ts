import type { Decision } from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";

export type DecisionRow = Pick<Decision, "effect" | "rule" | "layer" | "file" | "reason"> & {
  readonly detail?: string;
};

/** The JSON form of a decision. */
export function toDecisionRow(decision: Decision): DecisionRow {
  const { effect, rule, layer, file, reason } = decision;
  const detail = decision.effect === "deny" ? decision.detail : undefined;
  return { effect, rule, layer, ...compact({ file }), reason, ...compact({ detail }) };
}
