import { type BetaRunnableTool, runRunnableTool } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import type { BetaRunnableToolset } from "@anthropic-ai/sdk/lib/tools/BetaRunnableToolset";
import { ToolError } from "@anthropic-ai/sdk/lib/tools/ToolError";
import type {
  BetaToolResultBlockParam,
  BetaToolResultContentBlockParam,
  BetaToolUnion,
  BetaToolUseBlock,
} from "@anthropic-ai/sdk/resources/beta";
import { isJsonObject } from "@skillwright/core/text";
import type { Guarded, Session } from "../session/session.ts";
import type { GuardOptions } from "../tools/tool.ts";
import { isGuarded, markGuarded } from "./guarded-tool.ts";

/** The session's own tools. Get them again for each user message. */
export async function skillTools(session: Session): Promise<BetaRunnableTool<unknown>[]> {
  const tools = await session.tools();
  return tools.map((tool) => {
    const run: BetaRunnableTool<unknown>["run"] = async (input, context) =>
      JSON.stringify(await tool.call(input, toGuardOptions(context)));
    return {
      type: "custom",
      name: tool.name,
      description: tool.description,
      input_schema: { ...tool.inputSchema, type: "object" },
      parse: (input) => input,
      run: markGuarded(session, run),
    };
  });
}

type Blocks = BetaToolResultContentBlockParam[];

/**
 * Wraps tools so that each runs only if the session allows it; a refusal is an error result. Returns those of
 * `unguardedTools` unchanged.
 *
 * @example
 * const tools = [...(await skillTools(session)), ...wrapTools(session, myTools)];
 * const answer = await client.beta.messages.toolRunner({ model, max_tokens, messages, tools });
 */
export function wrapTools<Tool extends AnthropicTool>(session: Session, tools: readonly Tool[]): Tool[] {
  return tools.map((tool) => {
    if (!("run" in tool) || isGuarded(session, tool.run)) return tool;
    const run = "name" in tool ? guardTool(session, tool) : guardToolset(session, tool);
    return replaceRun(tool, markGuarded(session, run));
  });
}

function guardTool(session: Session, tool: BetaRunnableTool): BetaRunnableTool["run"] {
  return async (input, context) => {
    const run = async (allowed: unknown): Promise<string | Blocks> => tool.run(allowed, context);
    const { value, note } = orThrow(await session.guard(tool.name, input, run, toGuardOptions(context)));
    if (note === undefined) return value;
    return typeof value === "string" ? `${value}\n\n${note}` : [...value, { type: "text", text: note }];
  };
}

/** To a policy, a browser or a computer is one tool, with the action as part of its input. */
function guardToolset(session: Session, toolset: BetaRunnableToolset): BetaRunnableToolset["run"] {
  return async (context, use) => {
    const run = async (allowed: unknown): Promise<Blocks> => {
      const { action, ...input } = isJsonObject(allowed) ? allowed : {};
      return toolset.run(context, { ...use, name: String(action), input });
    };
    const input = { ...(isJsonObject(use.input) ? use.input : {}), action: use.name };
    const { value, note } = orThrow(
      await session.guard(nameOf(toolset), input, run, toGuardOptions(context)),
    );
    return note === undefined ? value : [...value, { type: "text", text: note }];
  };
}

/** The SDK turns a thrown error into an error result, and adds nothing to this one. */
function orThrow<Value>(outcome: Guarded<Value>): Extract<Guarded<Value>, { ok: true }> {
  if (!outcome.ok) throw new ToolError(outcome.denial.text);
  return outcome;
}

function replaceRun<Tool extends object>(tool: Tool, run: unknown): Tool {
  if (Object.getPrototypeOf(tool) === Object.prototype) return { ...tool, run };
  // A copy would lose what the tool's class and private fields provide.
  const proxy: Tool = new Proxy(tool, {
    get: (_, key) => {
      if (key === "run") return run;
      const value: unknown = Reflect.get(tool, key, tool);
      // A toolset's `toolResult` calls `run` of its receiver.
      return typeof value === "function" ? value.bind(key === "toolResult" ? proxy : tool) : value;
    },
  });
  return proxy;
}

/**
 * The tools to send with the next request of your own loop. With `toolRunner`, pass the missing ones to
 * `runner.removeTools` after `runner.generateToolResponse`. Offering is not enforcing: the guard does that.
 */
export function offeredTools<Tool extends AnthropicTool>(session: Session, tools: readonly Tool[]): Tool[] {
  return tools.filter((tool) => {
    const name = nameOf(tool);
    // The guard does not see the input of an unguarded tool, so every use must be allowed.
    return isGuardable(tool) ? session.mayOffer(name) : session.review(name, undefined).effect === "allow";
  });
}

/**
 * Answers one block of a reply, for your own loop. Call it for all blocks of a reply in order without awaiting
 * in between, and await the answers together.
 */
export async function runToolUse(
  session: Session,
  use: BetaToolUseBlock,
  tools: readonly AnthropicTool[],
): Promise<BetaToolResultBlockParam> {
  const context = { toolUse: use, toolUseBlock: use };
  const outcome = await runRunnableTool(findRunnable(session, use, tools), use.input, context);
  return {
    type: "tool_result",
    tool_use_id: use.id,
    content: outcome.content,
    ...(outcome.isError ? { is_error: true } : {}),
    ...(use.toolset_name ? { toolset_name: use.toolset_name } : {}),
  };
}

/** The guarded tool that a block calls, or one that always fails if there is none, so that the call is recorded. */
function findRunnable(
  session: Session,
  use: BetaToolUseBlock,
  tools: readonly AnthropicTool[],
): BetaRunnableTool {
  const name = use.toolset_name ?? use.name;
  const isCalled = (tool: AnthropicTool): boolean =>
    "run" in tool && nameOf(tool) === name && "name" in tool === (use.toolset_name == null);
  const missing: BetaRunnableTool = {
    name,
    input_schema: { type: "object" },
    parse: (input) => input,
    run: () => {
      throw new ToolError(`Tool '${name}' not found`);
    },
  };
  const [tool = missing] = wrapTools(session, [tools.find(isCalled) ?? missing]);
  if (!("run" in tool)) return missing;
  if ("name" in tool) return tool;
  return { ...missing, run: (_, context = { toolUse: use, toolUseBlock: use }) => tool.run(context, use) };
}

/** Any tool that `toolRunner` and `messages.create` accept. */
export type AnthropicTool = BetaToolUnion | BetaRunnableTool | BetaRunnableToolset;

/**
 * Tools that run at the provider, where no guard can stand. `offeredTools` drops them unless every use is
 * allowed.
 */
export function unguardedTools(tools: readonly AnthropicTool[]): readonly string[] {
  return tools.filter((tool) => !isGuardable(tool)).map(nameOf);
}

/** Whether the caller of `messages.create` runs tools of this type; unknown types count as run by the provider. */
function isGuardable(tool: AnthropicTool): boolean {
  const type = tool.type ?? "custom";
  return (
    "run" in tool || /^(custom|(bash|text_editor|memory|computer|(browser|computer)_toolset)_\d+)$/.test(type)
  );
}

/** The tool's name in policies. */
function nameOf(tool: AnthropicTool): string {
  if ("name" in tool) return tool.name;
  if ("mcp_server_name" in tool) return `mcp__${tool.mcp_server_name}`;
  return tool.type.replace(/_toolset_\d+$/, "");
}

type Context = {
  readonly toolUse: { readonly id: string };
  readonly signal?: AbortSignal | null | undefined;
};

/** Guard options from the SDK's context of a call. */
function toGuardOptions(context: Context | undefined): GuardOptions {
  if (context === undefined) return {};
  const { toolUse, signal } = context;
  return { call: toolUse.id, ...(signal ? { signal } : {}) };
}
