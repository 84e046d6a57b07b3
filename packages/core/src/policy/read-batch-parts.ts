import { isJsonObject, type JsonObject } from "../text/json.ts";
import { policyLimits } from "./limits.ts";
import { readToolName } from "./match-tool.ts";
import { plainKey } from "./read-fields.ts";
import { type RequestPart, unreadablePart } from "./request-part.ts";
import type { ToolRequest } from "./tool-request.ts";

type InnerCall = { readonly tool: string; readonly input: JsonObject };

/** What the calls of a batch would do. Without each name and input, no rule is certain. */
export function readBatchParts(
  request: ToolRequest,
  readCall: (request: ToolRequest) => readonly RequestPart[],
): readonly RequestPart[] {
  const calls = readCalls(request.input);
  return calls === undefined
    ? [unreadablePart(anyTool, "its calls cannot be read")]
    : calls.flatMap((call) => readCall({ ...request, ...call }));
}

/** A name that might be any tool. */
const anyTool = readToolName("");

/** The only field of the input: `{ tool_calls: [{ tool, parameters }] }`. */
function readCalls(input: unknown): readonly InnerCall[] | undefined {
  const [list, ...others] = isJsonObject(input) ? Object.values(input) : [];
  if (!Array.isArray(list) || others.length > 0 || list.length > policyLimits.batchCalls) return undefined;
  const calls = list.map(readInner);
  return calls.every((call) => call !== undefined) ? calls : undefined;
}

const nameKeys: ReadonlySet<string> = new Set(["tool", "name", "toolname"]);
const inputKeys: ReadonlySet<string> = new Set(["parameters", "params", "arguments", "args", "input"]);

function readInner(call: unknown): InnerCall | undefined {
  const entries = Object.entries(isJsonObject(call) ? call : {});
  const findOf = (keys: ReadonlySet<string>): unknown =>
    entries.find(([key]) => keys.has(plainKey(key)))?.[1];
  const tool = findOf(nameKeys);
  const input = findOf(inputKeys);
  if (entries.length !== 2 || typeof tool !== "string" || !isJsonObject(input)) return undefined;
  // A nested batch: no agent runs one, and reading it would be unbounded.
  return readToolName(tool).name === "batch" ? undefined : { tool, input };
}
