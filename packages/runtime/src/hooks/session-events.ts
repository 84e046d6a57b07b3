import type { SkillHookEvent } from "@skillwright/core";

/** The events that a session has. Of the others only an agent's host knows, so hooks on them would never run. */
export const sessionEvents: ReadonlySet<SkillHookEvent> = new Set([
  "skill-activate",
  "skill-end",
  "pre-tool-use",
  "post-tool-use",
  "stop",
  "session-end",
]);
