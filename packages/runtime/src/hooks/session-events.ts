import type { SkillHookEvent } from "@skillwright/core/parse";

/** The events a session has. Others happen only in an agent's host, so hooks on them would never run. */
export const sessionEvents: ReadonlySet<SkillHookEvent> = new Set([
  "skill-activate",
  "skill-end",
  "pre-tool-use",
  "post-tool-use",
  "stop",
  "session-end",
]);
