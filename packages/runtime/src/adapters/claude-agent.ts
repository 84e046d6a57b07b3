import { formatDecision } from "@skillwright/core/policy";
import { compact, isJsonObject } from "@skillwright/core/text";
import { z } from "zod";
import type { Lifetime } from "../activations.ts";
import type { Session } from "../session/session.ts";
import { type Ending, type OpenCall, openCall } from "./open-call.ts";

export type HookOptions = {
  /**
   * How long a skill that Claude Code loads stays active. Defaults to a turn, which is how long Claude Code
   * itself applies a skill's `allowed-tools`: until the user's next message.
   */
  readonly lifetime?: Lifetime;
};

/**
 * For the `hooks` of `query`: guards every tool of Claude Code, in every permission mode, and makes its skills
 * restrict tools. What the session allows must still pass the user's own permission rules; what the policy
 * wants to ask about goes to the user. The session's catalog must hold the skills that Claude Code finds, in
 * the same precedence: an unknown skill is refused to the model, because its restrictions are unknown. Host
 * hooks that change a tool's input (`updatedInput`) bypass this one.
 *
 * @example
 * const server = createSdkMcpServer({ name: serverName, tools: await skillTools(session) });
 * query({ prompt, options: { hooks: hooks(session), mcpServers: { [serverName]: server } } });
 */
export function hooks(session: Session, { lifetime = "turn" }: HookOptions = {}): Hooks {
  const running: Running = new Map();
  const parts = { session, lifetime, running };
  return {
    // A failing hook must stop the call; by default the SDK would continue.
    PreToolUse: [{ hooks: [(input, _id, options) => beforeTool(input, options, parts)], onFailure: "block" }],
    PostToolUse: [{ hooks: [(input) => afterTool(input, { value: input.tool_response }, parts)] }],
    PostToolUseFailure: [{ hooks: [(input) => afterTool(input, { error: input.error }, parts)] }],
    PostToolBatch: [{ hooks: [(input) => afterBatch(input, parts)] }],
    UserPromptSubmit: [{ hooks: [(input) => beforePrompt(input, parts)] }],
    UserPromptExpansion: [{ hooks: [(input) => beforeCommand(input, parts)], onFailure: "block" }],
    SessionEnd: [{ hooks: [() => afterSession(parts)] }],
  };
}

/** Calls that Claude Code has started and not yet reported the end of, by tool call id. */
type Running = Map<string, RunningCall>;
type RunningCall = Partial<Pick<OpenCall, "end">> & {
  /** The activation of a skill that Claude Code is loading. */
  readonly loading?: string;
};
type Parts = { readonly session: Session; readonly lifetime: Lifetime; readonly running: Running };

/** Must reach the session before the first await, to keep the order of the calls of a turn. */
async function beforeTool(
  { tool_name: tool, tool_input: input, tool_use_id: call, mcp_server: server }: HookInput,
  { signal }: { readonly signal: AbortSignal },
  parts: Parts,
): Promise<HookOutput> {
  if (tool === undefined || call === undefined)
    return deny("A tool call without a name or an id cannot be checked.");
  const other = parts.running.get(call);
  if (other !== undefined) {
    // Its end cannot be told from this one's: it must not take the skill back.
    parts.running.set(call, compact({ end: other.end }));
    return deny(`Tool '${tool}' was not run\nA call with the same id is still running.`);
  }
  // The session's own tools go through the guard themselves.
  if (server?.source === "sdk" && server.name === serverName) return {};
  if (tool === "Skill") return beforeSkill(input, call, parts);
  const { session, running } = parts;
  running.set(call, {});
  const decision = session.review(tool, input);
  if (decision.effect === "ask") session.expectApproval({ tool, input, call });
  const opened = await openCall(session, { tool, input, call });
  running.delete(call);
  if (!opened.ok) return deny(opened.denial.text);
  if (signal.aborted) {
    await opened.value.end({ error: "Claude Code no longer waited for the answer." });
    return deny(`Tool '${tool}' was not run\nClaude Code gave up before a decision was made.`);
  }
  running.set(call, opened.value);
  return allow(opened.value, decision.effect === "ask" ? formatDecision(decision) : undefined);
}

/** Leaves the final say to the user's own permission rules: answering "allow" would skip them. */
function allow({ input, isChanged }: OpenCall, question: string | undefined): HookOutput {
  if (!isChanged && question === undefined) return {};
  const ask =
    question === undefined
      ? {}
      : ({ permissionDecision: "ask", permissionDecisionReason: question } as const);
  const changed = isChanged ? { updatedInput: { ...Object(input) } } : {};
  return { hookSpecificOutput: { hookEventName: "PreToolUse", ...ask, ...changed } };
}

function deny(reason: string): HookOutput {
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: reason,
    },
  };
}

/** The model loads a skill with Claude Code's own tool. */
async function beforeSkill(
  input: unknown,
  id: string,
  { session, lifetime, running }: Parts,
): Promise<HookOutput> {
  const { skill, args } = isJsonObject(input) ? input : {};
  if (typeof skill !== "string") return deny("Name the skill to load in `skill`.");
  const given = typeof args === "string" ? { arguments: args } : {};
  const call = { id, tool: "Skill", input };
  const own = {};
  running.set(id, own);
  const result = await session.activate({ skill, ...given, trigger: "model", lifetime, call });
  const isOnlyOne = running.get(id) === own;
  running.delete(id);
  if (result.status === "refused") return deny(result.text);
  if (result.status === "activated" && isOnlyOne) running.set(id, { loading: result.skill.activation });
  return {};
}

async function afterTool(
  { tool_use_id: call = "" }: HookInput,
  ending: Ending,
  { session, running }: Parts,
): Promise<HookOutput> {
  const { end, loading } = running.get(call) ?? {};
  running.delete(call);
  // The model never got the instructions, so they must not restrict it.
  if (loading !== undefined && "error" in ending) await session.retract(loading);
  const note = await end?.(ending);
  return note === undefined
    ? {}
    : { hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: note } };
}

/** Claude Code reports a call that the user or a rule declined only here. */
async function afterBatch(input: HookInput, parts: Parts): Promise<HookOutput> {
  for (const { tool_use_id, tool_response } of input.tool_calls ?? [])
    await afterTool({ ...input, tool_use_id }, { error: `Not run: ${describe(tool_response)}` }, parts);
  return {};
}

function describe(response: unknown): string {
  return typeof response === "string" ? response : (JSON.stringify(response) ?? "");
}

/** Sources of prompts that no person typed; they do not start a turn. */
const machineSources: readonly (string | undefined)[] = [
  "system",
  "loop_wakeup",
  "schedule_wakeup",
  "poll_event",
];

async function beforePrompt({ source }: HookInput, { session }: Parts): Promise<HookOutput> {
  if (!machineSources.includes(source)) await session.endTurn();
  return {};
}

/** The user loads a skill by name. Commands that are not skills of the session are Claude Code's own. */
async function beforeCommand(
  { command_name: skill = "", command_args = "" }: HookInput,
  { session, lifetime }: Parts,
): Promise<HookOutput> {
  const result = await session.activate({ skill, arguments: command_args, trigger: "user", lifetime });
  if (result.status !== "refused" || result.code === "skill-unknown") return {};
  return { decision: "block", reason: result.text };
}

async function afterSession({ running }: Parts): Promise<HookOutput> {
  const error = "The session ended before the call did.";
  for (const [call, { end }] of [...running]) {
    running.delete(call);
    await end?.({ error });
  }
  return {};
}

/** The part of `canUseTool`'s options and answers that we read. */
type Asked = { readonly toolUseID: string };
type Answer = { readonly behavior: string; readonly updatedInput?: Record<string, unknown> } | null;
type Refusal = { behavior: "deny"; message: string };

/**
 * For `canUseTool`: asks with the host's own function, then checks again. A person takes time to answer and may
 * change a tool's input, and Claude Code calls no hook after that.
 */
export function canUseTool<Options extends Asked, Given extends Answer>(
  session: Session,
  own: (tool: string, input: Record<string, unknown>, options: Options) => Promise<Given>,
): (tool: string, input: Record<string, unknown>, options: Options) => Promise<Given | Refusal> {
  return async (tool, input, options) => {
    const answer = await own(tool, input, options);
    if (answer?.behavior !== "allow") return answer;
    const final = answer.updatedInput ?? input;
    if (session.review(tool, final).effect !== "deny") return answer;
    // Refuse through the guard, so that the refusal is recorded and worded as everywhere.
    const outcome = await session.guard(tool, final, () => undefined, { call: options.toolUseID });
    return outcome.ok ? answer : { behavior: "deny", message: outcome.denial.text };
  };
}

/** The required name of the server of `skillTools`: the hooks recognize the session's own tools by it. */
export const serverName = "skillwright";

/** A tool for `createSdkMcpServer`. */
type SdkTool = {
  name: string;
  description: string;
  inputSchema: z.ZodRawShape;
  handler: (input: unknown, extra: unknown) => Promise<{ content: { type: "text"; text: string }[] }>;
};

/**
 * The session's own tools. Without them a model can neither leave a skill nor use one that Claude Code does not
 * find.
 */
export async function skillTools(session: Session): Promise<SdkTool[]> {
  const tools = await session.tools();
  return tools.map(({ name, description, inputSchema, call }) => ({
    name,
    description,
    inputSchema: toShape(inputSchema),
    handler: async (input) => ({ content: [{ type: "text", text: JSON.stringify(await call(input)) }] }),
  }));
}

function toShape(schema: Parameters<typeof z.fromJSONSchema>[0]): z.ZodRawShape {
  const object = z.fromJSONSchema(schema);
  return object instanceof z.ZodObject ? object.shape : {};
}

/** The part of the SDK's hooks that we use, declared structurally: we never load the SDK. */
export type Hooks = Record<
  | "PreToolUse"
  | "PostToolUse"
  | "PostToolUseFailure"
  | "PostToolBatch"
  | "UserPromptSubmit"
  | "UserPromptExpansion"
  | "SessionEnd",
  { hooks: Hook[]; onFailure?: "block" }[]
>;

type Hook = (
  input: HookInput,
  id: string | undefined,
  options: { signal: AbortSignal },
) => Promise<HookOutput>;

/** The part of all these hooks' inputs that we read. */
export type HookInput = {
  readonly hook_event_name: string;
  readonly tool_name?: string;
  readonly tool_input?: unknown;
  readonly tool_use_id?: string;
  readonly tool_response?: unknown;
  readonly error?: unknown;
  readonly mcp_server?: { readonly name: string; readonly source: string };
  readonly tool_calls?: readonly { readonly tool_use_id: string; readonly tool_response?: unknown }[];
  readonly command_name?: string;
  readonly command_args?: string;
  readonly source?: string;
};

export type HookOutput = {
  decision?: "block";
  reason?: string;
  hookSpecificOutput?:
    | {
        hookEventName: "PreToolUse";
        permissionDecision?: "ask" | "deny";
        permissionDecisionReason?: string;
        updatedInput?: Record<string, unknown>;
      }
    | { hookEventName: "PostToolUse"; additionalContext: string };
};
