/** When a hook runs. `skill-activate` and `skill-end` are around an activation; the others are those of UAAPS. */
export type HookEvent =
  | "skill-activate"
  | "skill-end"
  | "pre-tool-use"
  | "permission-request"
  | "post-tool-use"
  | "pre-prompt"
  | "session-start"
  | "session-end"
  | "stop"
  | "sub-agent-end"
  | "pre-compact"
  | "notification";

/** Claude Code's name for each event that it has too. */
const claudeNames: Readonly<Partial<Record<HookEvent, string>>> = {
  "pre-tool-use": "PreToolUse",
  "permission-request": "PermissionRequest",
  "post-tool-use": "PostToolUse",
  "pre-prompt": "UserPromptSubmit",
  "session-start": "SessionStart",
  "session-end": "SessionEnd",
  stop: "Stop",
  "sub-agent-end": "SubagentStop",
  "pre-compact": "PreCompact",
  notification: "Notification",
};

const events: ReadonlyMap<string, HookEvent> = new Map(
  // The keys are those of the record above; `entries` forgets their type.
  (Object.entries(claudeNames) as readonly (readonly [HookEvent, string])[]).flatMap(([event, name]) => [
    [event, event] as const,
    [name, event] as const,
  ]),
);

/** The event that a manifest names in either spelling; undefined when nobody knows it. */
export function toHookEvent(name: string): HookEvent | undefined {
  return events.get(name);
}

/** The events that a session has. Of the others only an agent's host knows, so hooks on them would never run. */
export const sessionEvents: ReadonlySet<HookEvent> = new Set([
  "skill-activate",
  "skill-end",
  "pre-tool-use",
  "post-tool-use",
  "stop",
  "session-end",
]);

/** How a hook is told what has happened: in Claude Code's words, for which most hooks are written. */
export function hookEventName(event: HookEvent): string {
  return claudeNames[event] ?? event;
}
