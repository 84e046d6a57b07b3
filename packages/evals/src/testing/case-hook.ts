import type { Plain, SkillHookEvent } from "@skillwright/core/parse";

/** An event that a case puts before the hooks of its skill. */
export type TestHook = {
  readonly event: SkillHookEvent;
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
