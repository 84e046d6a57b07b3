import { isJsonObject, type JsonObject } from "@skillwright/core";
import type { HookProblem, ToldCall, ToolUse } from "../agent-dialect.ts";
import { isToolName, isWord, problem } from "./read-event.ts";

/** A call with its tool and input as the payload has them. */
export type RawCall = { readonly kind: "raw"; readonly tool: string; readonly input: unknown };

/** The call in `tool_name` and `tool_input`, the fields that most agents have. */
export function readRawCall(payload: JsonObject): RawCall | HookProblem {
  const { tool_name: tool, tool_input: input } = payload;
  if (!isToolName(tool)) return problem("The payload does not name a tool in 'tool_name'.");
  if (input === undefined) return problem("The payload has no 'tool_input'.");
  return { kind: "raw", tool, input };
}

export function toCall(
  [first, ...others]: ToldCall["uses"],
  about: Omit<ToldCall, "kind" | "uses"> = {},
): ToldCall {
  return { kind: "call", uses: [behindGateway(first), ...others.map(behindGateway)], ...about };
}

/** A tool that our gateway offers is known to rules by the name of the server that it comes from. */
function behindGateway(use: ToolUse): ToolUse {
  const [, server, tool] = gatewayTool.exec(use.tool) ?? [];
  return server === undefined || tool === undefined ? use : { ...use, tool: `mcp__${server}__${tool}` };
}

const gatewayTool = /^mcp__skillwright__([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)__(.+)$/s;

/** The agent's id of a call, where it has one. */
export function callIdOf({ tool_use_id: call }: JsonObject): Pick<ToldCall, "call"> {
  return isWord(call) ? { call } : {};
}

/** What loading or leaving a skill with our own server's tools does; nothing for other tools. */
export function ownToolEffect({ tool, input }: ToolUse): Pick<ToldCall, "loads" | "leaves"> {
  const name = isJsonObject(input) ? input.name : undefined;
  if (tool === `${ownServer}skills_load`) return isWord(name) ? { loads: [name] } : {};
  if (tool !== `${ownServer}skills_deactivate`) return {};
  if (name === undefined) return { leaves: "" };
  return isWord(name) ? { leaves: name } : {};
}

/** Our server under the name that it is installed by; no other server's tools count as ours. */
const ownServer = "mcp__skillwright__";

/** The skill that an agent's own skill tool is called with; a call that names none in a known field is a problem. */
export function loadedSkill(input: unknown, fields: readonly string[]): string | HookProblem {
  const named = isJsonObject(input) ? fields.map((field) => input[field]) : [];
  const names = named.filter((name) => name !== undefined);
  const [name] = names;
  if (names.length !== 1 || !isWord(name))
    return problem("The call of the skill tool does not name one skill.");
  return name.trim().replace(/^[/$]/, "");
}
