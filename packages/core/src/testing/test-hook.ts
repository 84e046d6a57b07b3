import type { Plain } from "../parse/yaml-node.ts";

/** An event that a case puts before the hooks of its skill. */
export type TestHook = {
  readonly event: TestHookEvent;
  /** The call that the event is about; present with events on tools. */
  readonly tool?: string;
  readonly input?: Plain;
  /** What the tool has answered. */
  readonly response?: Plain;
  /** What the user wrote. */
  readonly prompt?: string;
};

/** What all hooks together make of an event; the strictest counts. */
export type HookDecision = "allow" | "ask" | "deny";

/** The runtime's names of events. */
export type TestHookEvent = (typeof hookEventNames)[keyof typeof hookEventNames];

/** Every spelling of an event in a case: as in a manifest, in Claude Code's words or in UAAPS's. */
export const hookEventNames = {
  pre: "skill-activate",
  post: "skill-end",
  "skill-activate": "skill-activate",
  "skill-end": "skill-end",
  PreToolUse: "pre-tool-use",
  "pre-tool-use": "pre-tool-use",
  PostToolUse: "post-tool-use",
  "post-tool-use": "post-tool-use",
  PermissionRequest: "permission-request",
  "permission-request": "permission-request",
  UserPromptSubmit: "pre-prompt",
  "pre-prompt": "pre-prompt",
  SessionStart: "session-start",
  "session-start": "session-start",
  SessionEnd: "session-end",
  "session-end": "session-end",
  Stop: "stop",
  stop: "stop",
  SubagentStop: "sub-agent-end",
  "sub-agent-end": "sub-agent-end",
  PreCompact: "pre-compact",
  "pre-compact": "pre-compact",
  Notification: "notification",
  notification: "notification",
} as const;
