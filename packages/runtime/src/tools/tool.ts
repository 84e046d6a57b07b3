import type { Decision } from "@skillwright/core/policy";
import type { JsonObject } from "@skillwright/core/text";
import type { ConnectionDecision } from "../sandbox/sandbox.ts";
import type { GuardOptions, MadeCall } from "../session/session.ts";

/** What a model sees of a tool. */
export type ToolDefinition = {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input object. */
  readonly inputSchema: JsonObject;
};

/** OmniForge's tool answer. */
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

/** A tool as agents get it: each call passes the session's guard, and a refusal is an ordinary answer. */
export type GuardedTool = ToolDefinition & {
  /** The answer as plain JSON data. Never rejects because of the input. */
  call(input: unknown, options?: GuardOptions): Promise<JsonObject>;
};

/** What the guard gives a tool along with the admitted input. */
export type ToolCall = {
  readonly made: MadeCall;
  /**
   * Where a path of the input leads, as the decision on this call saw it. Results are cached, so a link swapped in
   * after the decision has no effect. Undefined if unknown.
   */
  readonly resolvePath: (path: string) => string | undefined;
  /** Whether a file found by a search may be read; denied files are skipped. */
  readonly mayRead: (path: string) => boolean;
  /** Whether a program may change everything in a folder, per organisation, project and user. */
  readonly mayWriteBelow: (folder: string) => boolean;
  /** What organisation, project and user decide about another call that this one amounts to; skills' layers do not apply. */
  readonly judge: (tool: string, input: JsonObject) => Decision;
  /** The surrounding skill or agent, other than the skill of this id, whose list leaves no room for programs. */
  readonly shutOutBy: (skill: string) => string | undefined;
  /** Announces a script; resolves once that is recorded, and rejects if it cannot be. */
  readonly scriptStarting: (start: ScriptStart) => Promise<void>;
  /** Records which host a program tried to reach. */
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

/** A tool's implementation, behind the guard; only the guard calls it. */
type ToolRunner = (input: unknown, call: ToolCall) => Promise<JsonObject>;
export type Tool = ToolDefinition & { readonly run: ToolRunner };
