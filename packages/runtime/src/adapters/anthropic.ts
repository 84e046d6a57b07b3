import type { BetaRunnableTool } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import type { Session } from "../session/session.ts";
import { toGuardOptions } from "./anthropic-tool.ts";
import { markGuarded } from "./guarded-by.ts";

export { offeredTools, runToolUse } from "./anthropic-loop.ts";
export { type AnthropicTool, unguardedTools } from "./anthropic-tool.ts";
export { wrapTools } from "./anthropic-wrap.ts";

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
