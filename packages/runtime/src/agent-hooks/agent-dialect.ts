import type { JsonObject } from "@skillwright/core";

/** The agents whose hooks can be answered. */
export type AgentName = "claude-code" | "codex" | "gemini-cli" | "cursor" | "copilot";

/** How one agent talks to its hooks: its payloads read into one shape, and answers in its own words. */
export type AgentDialect = {
  readonly agent: AgentName;
  /** Whether a payload is one of this agent's, for a hook that was not told whose it is. */
  recognises(payload: JsonObject): boolean;
  /** What the agent says; a problem when it cannot be understood, which must then be refused. */
  read(payload: JsonObject): HookEvent | HookProblem;
  /** How the process answers. */
  answer(answer: HookAnswer, event: HookEvent | HookProblem): HookOutput;
};

type Told = {
  /** The agent's own id of the conversation. */
  readonly session: string;
  /** Folder that the agent works in. */
  readonly cwd: string;
  /** The agent's own name of the event. */
  readonly event: string;
};

/** What an agent tells its hook. */
export type HookEvent = Told &
  (
    | ToldCall
    /** The user has said something: a turn begins, and what was active for the last one is over. */
    | { readonly kind: "prompt"; readonly skills: readonly string[] }
    /** The user has called for skills in a prompt of which another event tells, before or after: they join those active. */
    | { readonly kind: "load"; readonly skills: readonly string[] }
    /** The agent has loaded a skill itself, wherever it found it. */
    | ({ readonly kind: "loaded" } & ToldSkill)
    | { readonly kind: "session-end" }
    /** Nothing that matters here. */
    | { readonly kind: "other" }
  );

/** A skill as an agent tells of it. */
export type ToldSkill = {
  readonly skill: string;
  /** What it lists; absent when it has no list, as far as the agent tells. */
  readonly tools?: readonly string[];
};

/** The agent is about to make a call. */
export type ToldCall = {
  readonly kind: "call";
  /** What it does. A patch does several things: each is decided, and the strictest decision counts for the call. */
  readonly uses: readonly [ToolUse, ...ToolUse[]];
  /** The agent's id of the call, where it has one. */
  readonly call?: string;
  /** The skills that the call would load: each a name or, where only its file is known, its absolute folder. */
  readonly loads?: readonly string[];
  /** Whose tool loads them, when not the agent's own: that of our MCP server, or of one that has a tool by the same name. */
  readonly loader?: "own-server" | "server";
  /** The name of the skill that the call would leave; empty for the one loaded last. */
  readonly leaves?: string;
};

/** A use of a tool by the name that rules know: `Bash`, `mcp__server__tool`. */
export type ToolUse = {
  readonly tool: string;
  readonly input: unknown;
  /** Another name that the tool goes by or might: rules that stop calls are heard on it too, those that let pass are not. */
  readonly alias?: string;
};

/** A payload that is not understood. */
export type HookProblem = { readonly kind: "problem"; readonly problem: string; readonly event?: string };

export type HookAnswer =
  /** The agent's own permissions count. */
  { readonly effect: "none" } | { readonly effect: "allow" | "ask" | "deny"; readonly reason: string };

export type HookOutput = { readonly stdout: string; readonly stderr: string; readonly exitCode: number };
