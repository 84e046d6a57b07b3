import type { Plain, SkillHookEvent } from "@skillwright/core/parse";

/** An event that a case sends to its skill's hooks. */
export type TestHook = {
  readonly event: SkillHookEvent;
  /** The tool that the event is about; only for tool events. */
  readonly tool?: string;
  readonly input?: Plain;
  /** The tool's result. */
  readonly response?: Plain;
  /** The user's message. */
  readonly prompt?: string;
};

/** The strictest decision of all hooks. */
export type HookDecision = "allow" | "ask" | "deny";
