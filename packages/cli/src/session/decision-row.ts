import type { Decision } from "@skillwright/core/policy";

export type DecisionRow = Pick<Decision, "effect" | "rule" | "layer" | "reason"> & {
  readonly detail?: string;
};

/** The JSON form of a decision. */
export function toDecisionRow(decision: Decision): DecisionRow {
  const { effect, rule, layer, reason } = decision;
  const detail = decision.effect === "deny" ? decision.detail : undefined;
  return { effect, rule, layer, reason, ...(detail === undefined ? {} : { detail }) };
}
