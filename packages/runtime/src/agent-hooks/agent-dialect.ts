import type { JsonObject } from "@skillwright/core/text";
import type { ReadEnd } from "./read-end.ts";

/** The agents whose hooks we can answer. */
export type AgentName =
  | "claude-code"
  | "codex"
  | "gemini-cli"
  | "cursor"
  | "copilot"
  | "qwen-code"
  | "opencode";

/** How one agent talks to its hooks: reads its payloads into a common shape, and writes answers in its format. */
export type AgentDialect = {
  readonly agent: AgentName;
  /** Whether a payload comes from this agent, for a hook that was not told its agent. */
  recognizes(payload: JsonObject): boolean;
  /**
   * The event in a payload; a problem if it cannot be understood, which must then be refused. `readEnd` lets it look
   * into the agent's transcript.
   */
  read(payload: JsonObject, readEnd?: ReadEnd): HookEvent | HookProblem;
  /** The output of the hook process. */
  answer(answer: HookAnswer, event: HookEvent | HookProblem): HookOutput;
};

type EventOrigin = {
  /** The agent's own conversation id. */
  readonly session: string;
  /** The conversation that a sub-agent with its own conversation works for. */
  readonly parent?: string;
  /** The agent's working directory. */
  readonly cwd: string;
  /** The agent's own name of the event. */
  readonly event: string;
};

/** What an agent reports to its hook. */
export type HookEvent = EventOrigin &
  (
    | ReportedCall
    /** The user sent a message: a turn starts, and skills active for the last one end. */
    | ({ readonly kind: "prompt" } & NamedSkills)
    /** The user named skills in a prompt that another event reports, before or after: they join the active ones. */
    | ({ readonly kind: "load" } & NamedSkills)
    /** The agent loaded a skill itself, wherever it found it. */
    | ({ readonly kind: "loaded" } & ReportedSkill)
    | { readonly kind: "session-end" }
    /** Nothing relevant. */
    | { readonly kind: "other" }
  );

type NamedSkills = {
  readonly skills: readonly string[];
  /** Those whose text our own server put into the prompt; it has the skills of every agent. */
  readonly served?: readonly string[];
};

/** A skill as its agent reports it. */
export type ReportedSkill = {
  readonly skill: string;
  /** Its allowed tools; absent if it has no list, as far as the agent reports. */
  readonly tools?: readonly string[];
};

/** The agent is about to make a call. */
export type ReportedCall = {
  readonly kind: "call";
  /** What it does. A patch does several things: each is decided, and the strictest decision wins. */
  readonly uses: readonly [ToolUse, ...ToolUse[]];
  /** The agent's call id, if it has one. */
  readonly call?: string;
  /** The skills the call would load: names or, if only the file is known, absolute folders. */
  readonly loads?: readonly string[];
  /** Whose tool loads them if not the agent's own: our MCP server's, or another server's with the same tool name. */
  readonly loader?: "own-server" | "server";
  /** The skill the call would leave; empty for the one loaded last. */
  readonly leaves?: string;
  /** Calls before it in the same message that load skills and may not be decided yet, in their order. */
  readonly earlier?: readonly ReportedCall[];
};

/** A use of a tool by the name rules know: `Bash`, `mcp__server__tool`. */
export type ToolUse = {
  readonly tool: string;
  readonly input: unknown;
  /** Another name the tool has or might have: deny and ask rules apply to it too, allow rules do not. */
  readonly alias?: string;
};

/** A payload we do not understand. */
export type HookProblem = { readonly kind: "problem"; readonly problem: string; readonly event?: string };

export type HookAnswer =
  /** Leaves it to the agent's own permissions. */
  { readonly effect: "none" } | { readonly effect: "allow" | "ask" | "deny"; readonly reason: string };

export type HookOutput = { readonly stdout: string; readonly stderr: string; readonly exitCode: number };
