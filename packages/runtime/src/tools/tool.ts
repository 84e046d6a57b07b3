import type { Decision, JsonObject } from "@skillwright/core";
import type { ConnectionDecision } from "../sandbox/sandbox.ts";
import type { GuardOptions, MadeCall } from "../session/session.ts";

/** What a model is told about a tool. */
export type ToolDefinition = {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input object. */
  readonly inputSchema: JsonObject;
};

/** Document d's answer of a tool. */
export type ToolResult = {
  readonly success: boolean;
  /** Only with `success`. */
  readonly result?: JsonObject;
  /** Only without `success`. */
  readonly error?: string;
  readonly duration_ms: number;
  readonly tokens_used: number;
  readonly cost_usd: number;
  readonly cached: boolean;
  readonly retry_count: number;
};

/** A tool as agents are handed it: each call passes the session's guard, and a refusal is an answer like any other. */
export type GuardedTool = ToolDefinition & {
  /** The answer, as plain JSON data. Never fails on account of the input. */
  call(input: unknown, options?: GuardOptions): Promise<JsonObject>;
};

/** What the guard hands to a tool along with the input that it let through. */
export type ToolCall = {
  readonly made: MadeCall;
  /**
   * Where a path of the input leads, as the decision on this very call saw it: the guard remembers its answers, so that
   * a link swapped in after the decision leads nowhere new. Undefined when that cannot be said.
   */
  readonly resolvePath: (path: string) => string | undefined;
  /** Whether a file that a search comes across may be read; files that the policy denies are passed over. */
  readonly mayRead: (path: string) => boolean;
  /** Whether a program may change all that lies in a folder, as organisation, project and user see it. */
  readonly mayWriteBelow: (folder: string) => boolean;
  /** What organisation, project and user say of another call that this one comes down to; skills are not heard. */
  readonly judge: (tool: string, input: JsonObject) => Decision;
  /** The skill or agent around this call, other than the skill of this id, whose list leaves no room for programs. */
  readonly shutOutBy: (skill: string) => string | undefined;
  /** Says what is about to be started; resolves once that is on record, and fails when it cannot be. */
  readonly scriptStarting: (start: ScriptStart) => Promise<void>;
  /** Puts on record which host a program wanted to reach. */
  readonly connectionDecided: (decision: ConnectionDecision) => void;
  readonly signal?: AbortSignal;
};

export type ScriptStart = {
  /** Path inside the skill. */
  readonly script: string;
  readonly command: readonly string[];
  /** Name of the sandbox. */
  readonly sandbox: string;
};

/** A tool's own work, behind the guard; only the guard calls it. */
type ToolRunner = (input: unknown, call: ToolCall) => Promise<JsonObject>;
export type Tool = ToolDefinition & { readonly run: ToolRunner };
