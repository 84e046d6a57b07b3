import type { CallToolResult, Client, Tool } from "@modelcontextprotocol/client";
import { ToolSchema } from "@modelcontextprotocol/core";
import { compact, isJsonObject } from "@skillwright/core/text";
import { agentLimits } from "@skillwright/runtime/agent";
import { z } from "zod";
import { toErrorResult } from "../server/tool-result.ts";
import type { GatewayCall } from "./gateway.ts";
import { gatewayLimits } from "./limits.ts";
import type { ServerConfig } from "./read-gateway-config.ts";

export type ToolList = {
  readonly tools: readonly Tool[];
  /** What was left out, and why. */
  readonly problems: readonly string[];
};

export type ListOptions = { readonly choice: ServerConfig["tools"]; readonly timeoutMs: number };

/** All tools that a server offers and its configuration allows; an invalid one does not hide the others. */
export async function listServerTools(client: Client, { choice, timeoutMs }: ListOptions): Promise<ToolList> {
  // Check first, since the SDK's own list would print to standard output, which belongs to the client.
  if (!client.getServerCapabilities()?.tools) return { tools: [], problems: [] };
  const tools = new Map<string, Tool>();
  const problems: string[] = [];
  let bytes = 0;
  for await (const raw of walkPages(client, { timeoutMs, problems })) {
    if (
      tools.size + problems.length >= gatewayLimits.gatewayTools ||
      bytes >= gatewayLimits.gatewayDefinitionsBytes
    ) {
      problems.push(`it has too many tools; the first ${tools.size} are offered`);
      break;
    }
    const read = readTool(raw);
    if (typeof read === "string") problems.push(read);
    else if (tools.has(read.tool.name))
      problems.push(`two tools are called ${quote(read.tool.name)}; the first is used`);
    else {
      tools.set(read.tool.name, read.tool);
      bytes += read.size;
    }
  }
  return { tools: [...tools.values()].filter(({ name }) => isChosen(name, choice)), problems };
}

/** Loose, so that one bad tool does not cost the others; each is parsed separately. */
const PageSchema = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

type Walk = { readonly timeoutMs: number; readonly problems: string[] };

async function* walkPages(client: Client, { timeoutMs, problems }: Walk): AsyncGenerator<unknown> {
  const signal = AbortSignal.timeout(timeoutMs);
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < gatewayLimits.gatewayPages; page += 1) {
    const params = compact({ cursor });
    const options = { timeout: timeoutMs, signal };
    const result = await client.request({ method: "tools/list", params }, PageSchema, options);
    yield* result.tools;
    cursor = result.nextCursor;
    if (cursor === undefined) return;
    if (seen.has(cursor)) break;
    seen.add(cursor);
  }
  problems.push("its list of tools does not end; only the first pages are offered");
}

/** Drops what concerns only the two ends of a connection, such as `execution` and `_meta`. */
function readTool(raw: unknown): { readonly tool: Tool; readonly size: number } | string {
  const label = quote(isJsonObject(raw) && typeof raw.name === "string" ? raw.name : "?");
  const size = jsonBytes(raw, gatewayLimits.gatewayDefinitionBytes);
  if (size === undefined) return `the definition of the tool ${label} is too large`;
  const read = ToolSchema.safeParse(raw);
  if (!read.success || read.data.name === "") return `the definition of the tool ${label} is not valid`;
  const { execution: _execution, _meta, ...tool } = read.data;
  return { tool, size };
}

function isChosen(name: string, { only, except = [] }: ServerConfig["tools"]): boolean {
  return (only === undefined || only.includes(name)) && !except.includes(name);
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, gatewayLimits.gatewayToolName));
}

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

/** The size of a value as JSON; undefined if it exceeds `maxBytes` or is too deeply nested. */
export function jsonBytes(value: unknown, maxBytes: number): number | undefined {
  if (!isShallow(value, agentLimits.callDepth)) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(value) ?? "");
  return bytes > maxBytes ? undefined : bytes;
}

/** Whether a value is nested at most `depth` levels; walking a deeper one could overflow the stack. */
export function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1));
}
