/** When a skill's hook runs: `skill-activate` and `skill-end` surround an activation, the others are UAAPS events. */
export type SkillHookEvent = "skill-activate" | "skill-end" | (typeof namedByClaude)[number][0];

/** Events that Claude Code also has, with its name for each. */
const namedByClaude = [
  ["pre-tool-use", "PreToolUse"],
  ["post-tool-use", "PostToolUse"],
  ["permission-request", "PermissionRequest"],
  ["pre-prompt", "UserPromptSubmit"],
  ["session-start", "SessionStart"],
  ["session-end", "SessionEnd"],
  ["stop", "Stop"],
  ["sub-agent-end", "SubagentStop"],
  ["pre-compact", "PreCompact"],
  ["notification", "Notification"],
] as const;

/** Event names accepted in a manifest. */
const listedEvents: ReadonlyMap<string, SkillHookEvent> = new Map(
  namedByClaude.flatMap(([event, name]) => [[name, event] as const, [event, event] as const]),
);

/** Event names accepted in a test case: those of a manifest and our own. */
export const hookEventSpellings: ReadonlyMap<string, SkillHookEvent> = new Map([
  ["pre", "skill-activate"],
  ["post", "skill-end"],
  ["skill-activate", "skill-activate"],
  ["skill-end", "skill-end"],
  ...listedEvents,
]);

/** The event for a manifest's spelling; undefined if unknown. */
export function toHookEvent(name: string): SkillHookEvent | undefined {
  return listedEvents.get(name);
}

/** The event name passed to a hook: Claude Code's, since most hooks are written for it. */
export function hookEventName(event: SkillHookEvent): string {
  return namedByClaude.find(([known]) => known === event)?.[1] ?? event;
}
