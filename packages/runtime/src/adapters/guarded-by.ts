import type { Session } from "../session/session.ts";

const guardedBy: unique symbol = Symbol.for("skillwright.guarded-by");

/**
 * Notes on a function that it goes through the guard of this session, so that a tool wrapped twice is not asked about
 * and recorded twice. The note is on the function, not on its tool: whoever puts another function in its place loses it.
 */
export function markGuarded<Run extends object>(session: Session, run: Run): Run {
  return Object.assign(run, { [guardedBy]: session.id });
}

export function isGuarded(session: Session, run: object): boolean {
  return guardedBy in run && run[guardedBy] === session.id;
}
