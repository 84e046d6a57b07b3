import type { LanguageModel, ToolSet } from "ai";
import type { Session } from "../session/session.ts";
import type { AgentEvent } from "./agent-result.ts";

/** A provider's model. Bare names are not accepted: the SDK would send them to its maker's service. */
export type AgentModel = Exclude<LanguageModel, string>;

export type AgentOptions = {
  /** Decides about every call; its approver asks people. The caller closes it. */
  readonly session: Session;
  readonly model: AgentModel;
  readonly task: string;
  /** The system prompt. */
  readonly system?: string;
  /** The host's own tools, guarded here. They need an `execute` function and must leave approvals to the policy. */
  readonly tools?: ToolSet;
  /** The model for a name that a skill asks for; undefined keeps the agent's own. */
  readonly findModel?: (name: string) => AgentModel | undefined;
  /** `limits.agentSteps` by default. */
  readonly maxSteps?: number;
  /** Retries of one step after a model failure; `limits.modelRetries` by default. */
  readonly maxRetries?: number;
  /** `limits.modelSilenceMs` by default. */
  readonly silenceMs?: number;
  /** Values to redact from fault messages, such as the provider's key. */
  readonly secrets?: readonly string[];
  readonly signal?: AbortSignal;
  /** The agent waits for it. */
  readonly onEvent?: (event: AgentEvent) => void | Promise<void>;
  /** Waits before a retry; a timer by default. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
};
