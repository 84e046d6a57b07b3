import type { CallToolResult, Client, Tool } from "@modelcontextprotocol/client";
import { compact } from "@skillwright/core/text";
import { toErrorResult } from "../server/tool-result.ts";
import type { GatewayCall } from "./gateway.ts";
import { jsonBytes } from "./json-bytes.ts";
import { gatewayLimits } from "./limits.ts";

export type ToolCall = {
  readonly tool: Tool;
  readonly input: Readonly<Record<string, unknown>>;
  readonly options: GatewayCall;
  readonly timeoutMs: number;
};

/** Makes one call without retry: it may have had effects even if no answer comes. Throws the SDK's errors. */
export async function callServer(client: Client, call: ToolCall): Promise<CallToolResult> {
  const { tool, input, options, timeoutMs } = call;
  // Omit the output schema: the SDK would refuse a result that does not match it.
  const { outputSchema: _outputSchema, ...toolDefinition } = tool;
  const answer = await client.callTool(
    { name: tool.name, arguments: { ...input } },
    {
      toolDefinition,
      signal: options.signal,
      timeout: timeoutMs,
      maxTotalTimeout: timeoutMs * gatewayLimits.gatewayCallStretch,
      resetTimeoutOnProgress: true,
      // Always requested, since progress prolongs the call.
      onprogress: ({ progress, total, message }) =>
        options.onProgress?.({
          progress,
          ...compact({ total, message }),
        }),
    },
  );
  if (jsonBytes(answer, gatewayLimits.gatewayResultBytes) === undefined)
    return toErrorResult(
      `The result of the tool ${tool.name} is larger than ${gatewayLimits.gatewayResultBytes} bytes or too deeply nested, so it was not passed on. The call was made; request less at a time.`,
    );
  return toResult(answer);
}

/** Drops other fields, including `_meta`: they are between the server and its client and would seem to be ours. */
function toResult({ content, structuredContent, isError }: CallToolResult): CallToolResult {
  return {
    content,
    ...compact({ structuredContent, isError }),
  };
}
