import type { AuditEvent, Trigger } from "@skillwright/core/audit";
import type { Decision, ToolMode } from "@skillwright/core/policy";
import type { Leaver, Lifetime } from "../activations.ts";
import type { CallRequest } from "../admission/admit.ts";
import type { ExpectedApproval } from "../admission/approvals.ts";
import type { ToolCall } from "../admission/tool-call.ts";
import type { GuardedTool, GuardOptions } from "../tools/tool.ts";

/** One conversation of one agent: which skills are active, and therefore which tools may run. */
export type Session = {
  readonly id: string;
  /**
   * Activates a skill. Tool calls made after this call wait until it is settled, so a model that requests a skill and a
   * tool at once cannot slip the tool past the skill's restriction.
   */
  activate(request: ActivateRequest): Promise<ActivationResult>;
  /**
   * Leaves a skill and those activated inside it; the innermost if none is named. On behalf of a model (`by`) it does not leave
   * what the user started in this turn, and never what lasts for the session.
   */
  deactivate(reference?: string, options?: { readonly by?: Leaver }): Promise<Deactivation>;
  /** Takes back an activation whose instructions never reached the model; those made after it stay. */
  retract(activation: string): Promise<void>;
  /** The single entry to every tool: decides, asks, records, runs, records. */
  guard<Value>(
    tool: string,
    input: unknown,
    run: (input: unknown, call: ToolCall) => Promise<Value> | Value,
    options?: GuardOptions,
  ): Promise<Guarded<Value>>;
  /** What would be decided about a call now; records and runs nothing. */
  review(tool: string, input: unknown): Decision;
  /** Whether to show a tool to a model: false if no call of it could pass. Showing is not enforcing. */
  mayOffer(tool: string): boolean;
  /** The host itself is asking a person about this call; `guard` with the same `call` then needs no approver. */
  expectApproval(request: ExpectedApproval): void;
  /** The skill tools, the agent's own tools if requested, and the host's functions, all guarded. */
  tools(): Promise<readonly GuardedTool[]>;
  active(): readonly ActiveSkill[];
  /** Id of the skill a reference names, if a model may choose it. */
  findSkill(reference: string): string | undefined;
  /** The model the innermost active skill prefers. */
  model(): string | undefined;
  readonly events: SessionEvents;
  /** Ends a turn: skills activated for one turn are left, and the model may leave the others. */
  endTurn(): Promise<void>;
  /** The active skills' instructions, to keep when the conversation is shortened. */
  protectedContent(): string;
  close(): Promise<void>;
};

export type ActivateRequest = {
  readonly skill: string;
  readonly arguments?: string;
  /** Who asks; if absent a model, which skills may forbid. */
  readonly trigger?: "user" | "model";
  /** `turn` for a user and `until-deactivated` for a model if absent. */
  readonly lifetime?: Lifetime;
  /** Who may leave it before the turn ends; if absent, whoever asks for it. */
  readonly leaver?: Leaver;
  /** The tool call behind the request: rules on that tool apply too, and approvals of it count. */
  readonly call?: CallRequest;
  /** Stops a sub-agent the skill runs in. */
  readonly signal?: AbortSignal;
};

export type ActivationResult =
  | { readonly status: "activated" | "already-active"; readonly skill: ActiveSkill; readonly text: string }
  /** The skill ran in a sub-agent, which has ended: `text` is its answer, and no skill became active here. */
  | { readonly status: "forked"; readonly skill: ActiveSkill; readonly text: string }
  /** `code` is stable; `text` is for the model and people. */
  | { readonly status: "refused"; readonly code: RefusalCode; readonly text: string };

export type RefusalCode =
  | "skill-unknown"
  | "skill-ambiguous"
  | "skill-version-missing"
  | "skill-disabled"
  | "skill-changed"
  | "skill-invalid"
  /** A policy verifies skills, and it is not what was installed. */
  | "not-verified"
  | "not-invocable"
  | "cycle"
  | "too-deep"
  | "denied"
  | "conflict"
  | "hook-blocked"
  | "hook-unavailable"
  | "command-refused"
  | "fork-unavailable"
  | "fork-too-deep"
  | "fork-failed"
  | "agent-unknown"
  | "audit-unavailable"
  /** The hub revoked the skill, or whoever wants to use it. */
  | "revoked"
  /** It is not what the hub deployed under this name. */
  | "not-deployed"
  | "not-approved"
  | "lease-invalid";

export type ActiveSkill = {
  /** Unique per activation. */
  readonly activation: string;
  readonly id: string;
  readonly name: string;
  readonly digest: string;
  readonly directory: string;
  /** Its files, relative to its folder. */
  readonly files: readonly string[];
  readonly trigger: Trigger;
  readonly lifetime: Lifetime;
  /** Its `allowed-tools` as written; absent if it has no list. */
  readonly requestedTools?: readonly string[];
  readonly mode: ToolMode;
  readonly model?: string;
  /** It needs a sub-agent, of this kind if named, which the host must start. */
  readonly forks?: { readonly agent?: string };
  /** What the model was given. */
  readonly content: string;
};

export type Deactivation = {
  /** Names of the skills left, innermost first; empty if the named one is not active or must stay. */
  readonly left: readonly string[];
  readonly text: string;
};

export type Guarded<Value> =
  /** `note` is a hook's message about the finished call. */
  | { readonly ok: true; readonly value: Value; readonly note?: string }
  | { readonly ok: false; readonly denial: Denial };

/** A refused call, as data and as the text the model gets as its result. */
export type Denial = {
  readonly tool: string;
  readonly decision: Decision;
  readonly text: string;
};

/** All events, as they happen. */
export type SessionEvents = AsyncIterable<AuditEvent> & {
  /** Calls the listener for each event. Returns an unsubscribe function. */
  subscribe(listener: (event: AuditEvent) => void): () => void;
};

/**
 * Runs the sub-agent of a skill with `context: fork` until it has an answer. It gets nothing of the conversation that
 * led to it, only the instructions, the input and its own session.
 */
export type RunSubagent = (task: SubagentTask) => Promise<SubagentAnswer>;
export type SubagentTask = {
  /** The sub-agent's own session, with the skill active and all restrictions of this one. */
  readonly session: Session;
  readonly skill: string;
  /** Instructions of the skill and of the agent kind. */
  readonly instructions: string;
  /** The skill's arguments; empty if there are none. */
  readonly input: string;
  /** The agent kind and model the skill asks for, as written. */
  readonly agent?: string;
  readonly model?: string;
  /** 1 for a sub-agent of the user's agent. */
  readonly depth: number;
  readonly signal?: AbortSignal;
};
export type SubagentAnswer = { readonly text: string };
