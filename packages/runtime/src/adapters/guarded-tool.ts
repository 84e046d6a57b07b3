import { SkillError } from "@skillwright/core";
import type { Guarded, Session } from "../session/session.ts";

const guardedBy: unique symbol = Symbol.for("skillwright.guarded-by");

/**
 * Marks a function as guarded by this session, so that a tool wrapped twice does not ask and record twice. The
 * mark is on the function, not on its tool: replacing the function loses it.
 */
export function markGuarded<Run extends object>(session: Session, run: Run): Run {
  return Object.assign(run, { [guardedBy]: session.id });
}

export function isGuarded(session: Session, run: object): boolean {
  return guardedBy in run && run[guardedBy] === session.id;
}

/** A guarded call's result for the model: the value, with hooks' notes if it is text, or the refusal's text. */
export function toResult(outcome: Guarded<unknown>): unknown {
  if (!outcome.ok) return outcome.denial.text;
  const { value, note } = outcome;
  return note !== undefined && typeof value === "string" ? `${value}\n\n${note}` : value;
}

/** Programs without types may forget the tools; the SDK would fail later with a message that does not help. */
export function requireTools(caller: string, tools: object | undefined): void {
  if (tools !== undefined) return;
  const reason = `pass the tools of the call as the second argument: ${caller}(session, tools)`;
  throw new SkillError("option-invalid", { name: "tools", reason });
}
