import type { CallToolResult, Client, Tool } from "@modelcontextprotocol/client";
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

/** Makes one call, once: it may have had effects even when no answer comes. Throws what the SDK does. */
export async function callServer(client: Client, call: ToolCall): Promise<CallToolResult> {
  const { tool, input, options, timeoutMs } = call;
  // Whether the result matches is the server's affair: with the schema, the SDK would refuse it.
  const { outputSchema: _outputSchema, ...toolDefinition } = tool;
  const answer = await client.callTool(
    { name: tool.name, arguments: { ...input } },
    {
      toolDefinition,
      signal: options.signal,
      timeout: timeoutMs,
      maxTotalTimeout: timeoutMs * gatewayLimits.gatewayCallStretch,
      resetTimeoutOnProgress: true,
      // Asked for in any case, since a sign of life prolongs the call.
      onprogress: ({ progress, total, message }) =>
        options.onProgress?.({
          progress,
          ...(total !== undefined && { total }),
          ...(message !== undefined && { message }),
        }),
    },
  );
  if (jsonBytes(answer, gatewayLimits.gatewayResultBytes) === undefined)
    return toErrorResult(
      `The result of the tool ${tool.name} is larger than ${gatewayLimits.gatewayResultBytes} bytes or nested too deep, so it was not passed on. The call was made; ask for less at a time.`,
    );
  return toResult(answer);
}

/** Other fields, `_meta` too, are between the server and its own client: passed on they would seem to be ours. */
function toResult({ content, structuredContent, isError }: CallToolResult): CallToolResult {
  return {
    content,
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError !== undefined && { isError }),
  };
}
