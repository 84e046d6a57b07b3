import type { Guarded } from "../session/session.ts";

/** What a model gets of a guarded call: the result, with what hooks had to say where it is a text, or the refusal's text. */
export function toResult(outcome: Guarded<unknown>): unknown {
  if (!outcome.ok) return outcome.denial.text;
  const { value, note } = outcome;
  return note !== undefined && typeof value === "string" ? `${value}\n\n${note}` : value;
}
