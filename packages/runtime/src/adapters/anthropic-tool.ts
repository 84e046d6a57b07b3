import type { BetaRunnableTool } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import type { BetaRunnableToolset } from "@anthropic-ai/sdk/lib/tools/BetaRunnableToolset";
import type { BetaToolUnion } from "@anthropic-ai/sdk/resources/beta";
import type { GuardOptions } from "../tools/tool.ts";

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
export function isGuardable(tool: AnthropicTool): boolean {
  const type = tool.type ?? "custom";
  return (
    "run" in tool || /^(custom|(bash|text_editor|memory|computer|(browser|computer)_toolset)_\d+)$/.test(type)
  );
}

/** The tool's name in policies. */
export function nameOf(tool: AnthropicTool): string {
  if ("name" in tool) return tool.name;
  if ("mcp_server_name" in tool) return `mcp__${tool.mcp_server_name}`;
  return tool.type.replace(/_toolset_\d+$/, "");
}

type Context = {
  readonly toolUse: { readonly id: string };
  readonly signal?: AbortSignal | null | undefined;
};

/** Guard options from the SDK's context of a call. */
export function toGuardOptions(context: Context | undefined): GuardOptions {
  if (context === undefined) return {};
  const { toolUse, signal } = context;
  return { call: toolUse.id, ...(signal ? { signal } : {}) };
}
