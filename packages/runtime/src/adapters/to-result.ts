import type { Guarded } from "../session/session.ts";

/** A guarded call's result for the model: the value, with hooks' notes if it is text, or the refusal's text. */
export function toResult(outcome: Guarded<unknown>): unknown {
  if (!outcome.ok) return outcome.denial.text;
  const { value, note } = outcome;
  return note !== undefined && typeof value === "string" ? `${value}\n\n${note}` : value;
}
