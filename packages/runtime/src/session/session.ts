import type { AuditEvent, Decision, ToolMode, Trigger } from "@skillwright/core";
import type { GuardedTool, ToolCall } from "../tools/tool.ts";

/** One conversation of one agent: which skills are active in it, and therefore which tools may run. */
export type Session = {
  readonly id: string;
  /**
   * Activates a skill. From the moment of the call, tool calls made later wait until it is settled, so a model that
   * asks for a skill and a tool at once cannot slip the tool past the skill's restriction.
   */
  activate(request: ActivateRequest): Promise<ActivationResult>;
  /** Leaves a skill and those activated inside it; the innermost when none is named. */
  deactivate(reference?: string): Promise<Deactivation>;
  /** The one door to every tool: decides, asks, records, runs, records. */
  guard<Value>(
    tool: string,
    input: unknown,
    run: (input: unknown, call: ToolCall) => Promise<Value> | Value,
    options?: GuardOptions,
  ): Promise<Guarded<Value>>;
  /** What would be decided about a call now; nothing is recorded and nothing runs. */
  review(tool: string, input: unknown): Decision;
  /** Whether a model should be shown a tool at all: false when no call of it could pass. Showing is not enforcing. */
  mayOffer(tool: string): boolean;
  /** A person is being asked about this very call by the host; `guard` with the same `call` then needs no approver. */
  expectApproval(request: ExpectedApproval): void;
  /** The skill tools, the agent's own tools where they were asked for, and the host's functions: all guarded. */
  tools(): Promise<readonly GuardedTool[]>;
  active(): readonly ActiveSkill[];
  /** Id of the skill that a reference stands for, if a model may choose it. */
  findSkill(reference: string): string | undefined;
  /** The model that the innermost active skill prefers. */
  model(): string | undefined;
  readonly events: SessionEvents;
  /** Ends a turn of the conversation: skills activated for one turn are left. */
  endTurn(): Promise<void>;
  /** What a model must not lose when its conversation is shortened: the instructions of the active skills. */
  protectedContent(): string;
  close(): Promise<void>;
};

export type ActivateRequest = {
  readonly skill: string;
  readonly arguments?: string;
  /** Who asks; a model when absent, which skills may forbid. */
  readonly trigger?: "user" | "model";
  readonly lifetime?: Lifetime;
  /** The tool call that asks for it: rules on that tool are heard too, and approvals of it count. */
  readonly call?: MadeCall;
  /** Ends a sub-agent that the skill runs in. */
  readonly signal?: AbortSignal;
};

/** A call as somebody made it. */
export type MadeCall = { readonly id: string; readonly tool: string; readonly input: unknown };

/** How long a skill stays active: for the turn, until it is left, or for the whole session. */
export type Lifetime = "turn" | "until-deactivated" | "session";

export type ActivationResult =
  | { readonly status: "activated" | "already-active"; readonly skill: ActiveSkill; readonly text: string }
  /** The skill ran in a sub-agent of its own, which has ended: `text` is its answer, and no skill has become active here. */
  | { readonly status: "forked"; readonly skill: ActiveSkill; readonly text: string }
  /** `code` is stable; `text` is for the model and people. */
  | { readonly status: "refused"; readonly code: RefusalCode; readonly text: string };

export type RefusalCode =
  | "skill-unknown"
  | "skill-ambiguous"
  | "skill-disabled"
  | "skill-changed"
  | "skill-invalid"
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
  | "audit-unavailable";

export type ActiveSkill = {
  /** Differs for each activation of the same skill. */
  readonly activation: string;
  readonly id: string;
  readonly name: string;
  readonly digest: string;
  readonly directory: string;
  /** Paths of the files that come with it, relative to its folder. */
  readonly files: readonly string[];
  readonly trigger: Trigger;
  readonly lifetime: Lifetime;
  /** What the skill asked for, in its author's words; absent when it set no list. */
  readonly requestedTools?: readonly string[];
  readonly mode: ToolMode;
  readonly model?: string;
  /** It wants a sub-agent, of this kind when one is named, which the host has to start. */
  readonly forks?: { readonly agent?: string };
  /** What the model was given. */
  readonly content: string;
};

export type Deactivation = {
  /** Names of the skills left, the innermost first; empty when the named one is not active. */
  readonly left: readonly string[];
  readonly text: string;
};

export type GuardOptions = {
  /** The SDK's id of the call. */
  readonly call?: string;
  readonly signal?: AbortSignal;
};

export type Guarded<Value> =
  /** `note` is what a hook had to say about a call that has run. */
  | { readonly ok: true; readonly value: Value; readonly note?: string }
  | { readonly ok: false; readonly denial: Denial };

/** A refused call, as data and as the text that the model gets for a result. */
export type Denial = {
  readonly tool: string;
  readonly decision: Decision;
  readonly text: string;
};

export type ExpectedApproval = { readonly tool: string; readonly input: unknown; readonly call: string };

/** Everything that happens, as it happens. */
export type SessionEvents = AsyncIterable<AuditEvent> & {
  /** Calls back at once for each event until the answer is called. */
  subscribe(listener: (event: AuditEvent) => void): () => void;
};

/** Puts a call to a person. It must not wait for calls or activations of the same session: they may be waiting for it. */
export type Approver = (question: ApprovalQuestion) => Promise<ApprovalAnswer>;
export type ApprovalQuestion = {
  /** The id of the call that waits for the answer. */
  readonly call: string;
  readonly tool: string;
  readonly input: unknown;
  /**
   * The call in one printable line, with nothing that a skill wrote but the command or path itself. Whole for every command;
   * what is left out of a longer one, such as a file to write, it says: show `input` where that matters.
   */
  readonly text: string;
  readonly skills: readonly string[];
  /** Binds the answer to this very request. */
  readonly digest: string;
};
export type ApprovalAnswer = { readonly approved: boolean; readonly by?: string };

/**
 * Runs the sub-agent of a skill with `context: fork` until it has an answer. It gets nothing of the conversation that led
 * to it: the instructions, the input and a session of its own are all there is.
 */
export type RunSubagent = (task: SubagentTask) => Promise<SubagentAnswer>;
export type SubagentTask = {
  /** The sub-agent's own session, in which the skill is active and everything is restricted that is here. */
  readonly session: Session;
  readonly skill: string;
  /** What the skill, and the kind of agent that it asks for, tell the sub-agent to do. */
  readonly instructions: string;
  /** What it was called with; empty when with nothing. */
  readonly input: string;
  /** The kind of agent and the model that the skill asks for, in its author's words. */
  readonly agent?: string;
  readonly model?: string;
  /** 1 for a sub-agent of the user's agent. */
  readonly depth: number;
  readonly signal?: AbortSignal;
};
export type SubagentAnswer = { readonly text: string };
