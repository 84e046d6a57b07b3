import type { JsonObject } from "@skillwright/core/text";
import { compact } from "@skillwright/core/text";
import type { Session } from "../session/session.ts";
import type { GuardedTool } from "../tools/tool.ts";
import { isGuarded, markGuarded, toResult } from "./guarded-tool.ts";
import { type OpenCall, openCall } from "./open-call.ts";

/** One of the session's tools, for an agent's `tools`. */
export type SkillTool = {
  readonly id: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly execute: (input: unknown, context?: CallContext) => Promise<JsonObject>;
};

/** Where Mastra puts the tool call id: it differs by the kind of tool. */
type CallContext = { readonly toolCallId?: string; readonly agent?: { readonly toolCallId?: string } };

/** The session's own tools. Get them again for each user message, because the skills may have changed. */
export async function skillTools(session: Session): Promise<Record<string, SkillTool>> {
  const tools = await session.tools();
  return Object.fromEntries(tools.map((tool) => [tool.name, toSkillTool(session, tool)]));
}

function toSkillTool(session: Session, tool: GuardedTool): SkillTool {
  const { name: id, description, inputSchema } = tool;
  const execute: SkillTool["execute"] = (input, context) => tool.call(input, toOptions(context));
  return { id, description, inputSchema, execute: markGuarded(session, execute) };
}

/**
 * Wraps tools so that each runs only if the session allows it. Returns tools without `execute`, which run at
 * the provider or in a client, unchanged: `prepareStep` offers them only while every use is allowed.
 *
 * @example
 * const tools = { ...(await skillTools(session)), ...wrapTools(session, myTools) };
 * const agent = new Agent({ id, name, instructions, model, tools });
 * await agent.generate(prompt, { prepareStep: prepareStep(session), requireToolApproval: requireToolApproval(session) });
 */
export function wrapTools<Tools extends Readonly<Record<string, object>>>(
  session: Session,
  tools: Tools,
): Tools {
  const wrapped = Object.entries(tools).map(([name, tool]) => [name, wrapTool(session, name, tool)]);
  // Names and shapes are unchanged, but `Object.fromEntries` loses their types.
  return Object.fromEntries(wrapped) as Tools;
}

function wrapTool(session: Session, name: string, tool: object): object {
  const { execute, toModelOutput } = tool as ToolFunctions;
  if (execute === undefined || isGuarded(session, execute)) return tool;
  const guarded = async (input: unknown, context?: CallContext): Promise<unknown> => {
    const run = (allowed: unknown): unknown => execute.call(tool, allowed, context);
    return toResult(await session.guard(name, input, run, toOptions(context)));
  };
  const wrapped = {
    // A copy keeps the mark by which Mastra recognizes its own tools, because it is an own property.
    ...tool,
    execute: markGuarded(session, guarded),
  };
  return toModelOutput === undefined
    ? wrapped
    : { ...wrapped, toModelOutput: exceptRefusals(name, toModelOutput) };
}

/** The functions that we replace. The rest of the type is Mastra's. */
type ToolFunctions = {
  readonly execute?: (input: unknown, context: unknown) => unknown;
  readonly toModelOutput?: (output: unknown) => unknown;
};

function toOptions(context: CallContext | undefined): { readonly call?: string } {
  const call = context?.agent?.toolCallId ?? context?.toolCallId;
  return compact({ call });
}

/** A tool's own formatting of results does not apply to refusals. */
function exceptRefusals(
  name: string,
  toModelOutput: (output: unknown) => unknown,
): (output: unknown) => unknown {
  const refusal = `Tool '${name}' `;
  return (output) =>
    typeof output === "string" && output.startsWith(refusal)
      ? { type: "error-text", value: output }
      : toModelOutput(output);
}

/** What Mastra tells a hook about a call. */
export type HookContext = { readonly toolName: string; readonly input: unknown; readonly context: unknown };

export type Hooks = {
  beforeToolCall(context: HookContext): Promise<{ proceed: false; output: unknown } | undefined>;
  afterToolCall(
    context: HookContext & { readonly output?: unknown; readonly error?: unknown },
  ): Promise<void>;
};

/**
 * Guards every tool of an agent, including those of MCP servers, workspaces and memories, which `wrapTools`
 * never sees. Use one or the other: with both, a call asks and records twice. Subagents need their own hooks.
 * Hooks passed to a single run replace the agent's: such a run is not guarded.
 *
 * @example
 * const agent = new Agent({ id, name, instructions, model, tools, hooks: await hooks(session) });
 */
export async function hooks(session: Session): Promise<Hooks> {
  const own = new Map((await session.tools()).map((tool) => [tool.name, tool]));
  // Keyed by the object created per call: ids come from the model, and a resumed run repeats them.
  const open = new WeakMap<object, OpenCall>();
  return {
    beforeToolCall: async ({ toolName, input, context }) => {
      const options = toOptions(context as CallContext | undefined);
      // Mastra runs a tool some time after this hook. An activation that waited for that would come after later
      // calls of the model.
      const ours = own.get(toolName);
      if (ours !== undefined) return { proceed: false, output: await ours.call(input, options) };
      const opened = await openCall(session, { tool: toolName, input, ...options });
      if (!opened.ok) return { proceed: false, output: opened.denial.text };
      if (!opened.value.isChanged) {
        open.set(Object(context), opened.value);
        return undefined;
      }
      const output = `Tool '${toolName}' was not run\nA hook changed its input, which Mastra's hooks do not support. Use wrapTools instead.`;
      await opened.value.end({ error: output });
      return { proceed: false, output };
    },
    afterToolCall: async ({ context, output, error }) => {
      await open.get(Object(context))?.end(error === undefined ? { value: output } : { error });
    },
  };
}

/**
 * For `requireToolApproval`: Mastra suspends the run if the policy wants to ask a person. Register it with
 * `expectApproval`, then let Mastra resume the run once the person approves.
 */
export function requireToolApproval(
  session: Session,
): (call: { readonly toolName: string; readonly args: unknown }) => boolean {
  return ({ toolName, args }) => session.review(toolName, args).effect === "ask";
}

/** A run's `suspendPayload`, or the payload of a `tool-call-approval` chunk. */
export type PendingApproval = {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: unknown;
};

/**
 * Registers that a person is being asked about a suspended call. It may then run once: it is refused if resumed
 * again or if it is no longer allowed.
 *
 * @example
 * const run = await agent.generate(prompt, { requireToolApproval: requireToolApproval(session) });
 * if (run.finishReason === "suspended") {
 *   expectApproval(session, run.suspendPayload);
 *   if (await ask(run.suspendPayload)) await agent.approveToolCallGenerate({ runId: run.runId });
 * }
 */
export function expectApproval(session: Session, { toolCallId, toolName, args }: PendingApproval): void {
  session.expectApproval({ tool: toolName, input: args, call: toolCallId });
}

/** For `prepareStep`: offers the model the tools it may use now. This saves it refusals; the guard enforces. */
export function prepareStep(
  session: Session,
): (step: { readonly tools?: Readonly<Record<string, unknown>> }) => { activeTools: string[] } {
  return ({ tools = {} }) => ({
    activeTools: Object.keys(tools).filter((name) => mayShow(session, name, tools[name])),
  });
}

function mayShow(session: Session, name: string, tool: unknown): boolean {
  const { execute } = Object(tool) as ToolFunctions;
  // The guard does not see the input of a tool that runs elsewhere, so every use must be allowed.
  return execute === undefined ? session.review(name, undefined).effect === "allow" : session.mayOffer(name);
}
