import type { Session } from "../session/session.ts";

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
