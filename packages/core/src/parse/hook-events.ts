/** When a hook of a skill runs. `skill-activate` and `skill-end` are around an activation; the others are those of UAAPS. */
export type SkillHookEvent = "skill-activate" | "skill-end" | (typeof namedByClaude)[number][0];

/** Each event that Claude Code has too, with its name there. */
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

/** Spellings of the events that a manifest lists hooks under. */
const listedEvents: ReadonlyMap<string, SkillHookEvent> = new Map(
  namedByClaude.flatMap(([event, name]) => [[name, event] as const, [event, event] as const]),
);

/** Every spelling of an event in a test case: those of a manifest, and all names of events. */
export const hookEventSpellings: ReadonlyMap<string, SkillHookEvent> = new Map([
  ["pre", "skill-activate"],
  ["post", "skill-end"],
  ["skill-activate", "skill-activate"],
  ["skill-end", "skill-end"],
  ...listedEvents,
]);

/** The event that a manifest names in either spelling; undefined when nobody knows it. */
export function toHookEvent(name: string): SkillHookEvent | undefined {
  return listedEvents.get(name);
}

/** How a hook is told what has happened: in Claude Code's words, for which most hooks are written. */
export function hookEventName(event: SkillHookEvent): string {
  return namedByClaude.find(([known]) => known === event)?.[1] ?? event;
}
