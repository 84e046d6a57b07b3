import type { LanguageModel, ToolSet } from "ai";
import type { Session } from "../session/session.ts";
import type { AgentEvent } from "./agent-event.ts";

/** A model of a provider. A bare name will not do: the SDK would send it to a service of its maker. */
export type AgentModel = Exclude<LanguageModel, string>;

export type AgentOptions = {
  /** Decides on every call; its approver asks people. The caller closes it. */
  readonly session: Session;
  readonly model: AgentModel;
  readonly task: string;
  /** Said before everything else. */
  readonly system?: string;
  /** The host's own tools, guarded here. They must have a function, and leave it to the policy to ask a person. */
  readonly tools?: ToolSet;
  /** The model behind a name that a skill asks for; undefined leaves the agent its own. */
  readonly findModel?: (name: string) => AgentModel | undefined;
  /** `limits.agentSteps` when absent. */
  readonly maxSteps?: number;
  /** How often one step is begun again on account of the model; `limits.modelRetries` when absent. */
  readonly maxRetries?: number;
  /** `limits.modelSilenceMs` when absent. */
  readonly silenceMs?: number;
  /** Values that must not appear in the words of a fault, such as the provider's key. */
  readonly secrets?: readonly string[];
  readonly signal?: AbortSignal;
  /** The agent waits for it. */
  readonly onEvent?: (event: AgentEvent) => void | Promise<void>;
  /** Waits before a step is begun again; a timer when absent. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
};
