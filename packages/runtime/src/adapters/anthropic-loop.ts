import { type BetaRunnableTool, runRunnableTool } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import { ToolError } from "@anthropic-ai/sdk/lib/tools/ToolError";
import type { BetaToolResultBlockParam, BetaToolUseBlock } from "@anthropic-ai/sdk/resources/beta";
import type { Session } from "../session/session.ts";
import { type AnthropicTool, isGuardable, nameOf } from "./anthropic-tool.ts";
import { wrapTools } from "./anthropic-wrap.ts";

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
