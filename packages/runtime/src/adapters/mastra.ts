import type { JsonObject } from "@skillwright/core/text";
import type { Session } from "../session/session.ts";
import type { GuardedTool } from "../tools/tool.ts";
import { isGuarded, markGuarded } from "./guarded-by.ts";
import { type OpenCall, openCall } from "./open-call.ts";
import { toResult } from "./to-result.ts";

/** One of the session's tools, for an agent's `tools`. */
export type SkillTool = {
  readonly id: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly execute: (input: unknown, context?: CallContext) => Promise<JsonObject>;
};

/** Where Mastra says which call a tool is called for: it differs by the kind of tool. */
type CallContext = { readonly toolCallId?: string; readonly agent?: { readonly toolCallId?: string } };

/** The session's own tools. Take them anew for each of the user's messages, as the list of skills may have changed. */
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
 * The same tools, each of which runs only when the session lets it. Tools without `execute`, which run at the provider
 * or in a client, come back as they are: `prepareStep` shows them only while every use of them is allowed.
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
  // Names and shapes are those that came in; a list of entries has forgotten them.
  return Object.fromEntries(wrapped) as Tools;
}

function wrapTool(session: Session, name: string, tool: object): object {
  const { execute, toModelOutput } = tool as ToolFunctions;
  if (execute === undefined || isGuarded(session, execute)) return tool;
  const guarded = async (input: unknown, context?: CallContext): Promise<unknown> => {
    const run = (allowed: unknown): unknown => execute.call(tool, allowed, context);
    return toResult(await session.guard(name, input, run, toOptions(context)));
  };
  return {
    // A copy keeps the mark by which Mastra knows its own tools, as it is a property of the object itself.
    ...tool,
    execute: markGuarded(session, guarded),
    ...(toModelOutput === undefined ? {} : { toModelOutput: exceptRefusals(name, toModelOutput) }),
  };
}

/** What is replaced in a tool. The rest of its type is Mastra's affair. */
type ToolFunctions = {
  readonly execute?: (input: unknown, context: unknown) => unknown;
  readonly toModelOutput?: (output: unknown) => unknown;
};

function toOptions(context: CallContext | undefined): { readonly call?: string } {
  const call = context?.agent?.toolCallId ?? context?.toolCallId;
  return call === undefined ? {} : { call };
}

/** A tool's own wording of its results is not made for refusals. */
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
 * Guards every tool of an agent, also those of MCP servers, workspaces and memories, which `wrapTools` never gets to
 * see. Use one or the other: a call that meets both is asked about and recorded twice. Subagents need hooks of their
 * own. Hooks that a single run is given take the place of the agent's: a run that brings its own is not guarded.
 *
 * @example
 * const agent = new Agent({ id, name, instructions, model, tools, hooks: await hooks(session) });
 */
export async function hooks(session: Session): Promise<Hooks> {
  const own = new Map((await session.tools()).map((tool) => [tool.name, tool]));
  // By the object that is made for each call: ids come from the model, and a run that is taken up again repeats them.
  const open = new WeakMap<object, OpenCall>();
  return {
    beforeToolCall: async ({ toolName, input, context }) => {
      const options = toOptions(context as CallContext | undefined);
      // Mastra runs a tool some time after this hook. An activation that waited for that would come behind calls that the
      // model made after it.
      const ours = own.get(toolName);
      if (ours !== undefined) return { proceed: false, output: await ours.call(input, options) };
      const opened = await openCall(session, { tool: toolName, input, ...options });
      if (!opened.ok) return { proceed: false, output: opened.denial.text };
      if (!opened.value.isChanged) {
        open.set(Object(context), opened.value);
        return undefined;
      }
      const output = `Tool '${toolName}' was not run\nA hook changed its input, which cannot be done here. Wrap the tool instead.`;
      await opened.value.end({ error: output });
      return { proceed: false, output };
    },
    afterToolCall: async ({ context, output, error }) => {
      await open.get(Object(context))?.end(error === undefined ? { value: output } : { error });
    },
  };
}

/**
 * For `requireToolApproval`: Mastra suspends the run where the policy wants a person asked. Tell the session of it by
 * `expectApproval`, then let Mastra take the run up again when the person agrees.
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
 * Says that a person is being asked about a suspended call. It may then run once: taken up a second time, or when what is
 * allowed has changed since, it is refused.
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

/** For `prepareStep`: shows the model what it may use now. That spares it refusals; it is the guard that enforces. */
export function prepareStep(
  session: Session,
): (step: { readonly tools?: Readonly<Record<string, unknown>> }) => { activeTools: string[] } {
  return ({ tools = {} }) => ({
    activeTools: Object.keys(tools).filter((name) => mayShow(session, name, tools[name])),
  });
}

function mayShow(session: Session, name: string, tool: unknown): boolean {
  const { execute } = Object(tool) as ToolFunctions;
  // Nobody looks at the input of a tool that runs elsewhere, so each of its uses must be allowed.
  return execute === undefined ? session.review(name, undefined).effect === "allow" : session.mayOffer(name);
}
