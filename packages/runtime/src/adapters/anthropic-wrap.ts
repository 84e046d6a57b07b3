import type { BetaRunnableTool } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import type { BetaRunnableToolset } from "@anthropic-ai/sdk/lib/tools/BetaRunnableToolset";
import { ToolError } from "@anthropic-ai/sdk/lib/tools/ToolError";
import type { BetaToolResultContentBlockParam } from "@anthropic-ai/sdk/resources/beta";
import { isJsonObject } from "@skillwright/core/text";
import type { Guarded, Session } from "../session/session.ts";
import { type AnthropicTool, nameOf, toGuardOptions } from "./anthropic-tool.ts";
import { isGuarded, markGuarded } from "./guarded-by.ts";

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
