import { compact, type JsonObject } from "@skillwright/core/text";
import type { ToolCall } from "../admission/tool-call.ts";
import { createAgentTools, createSkillTools, requireDistinct } from "../tools/create-tools.ts";
import { toEnvelope } from "../tools/envelope.ts";
import type { ActivationTool, GuardedTool, Tool } from "../tools/tool.ts";
import { failed } from "../tools/tool-result.ts";
import type { Denial, Session } from "./session.ts";
import type { SessionOptions } from "./session-options.ts";
import type { SessionParts } from "./session-parts.ts";

/** The session's tools, not yet guarded. Built on each call, so that the list of skills is current. */
export async function createSessionTools(
  { functions = [], agentTools = false, skillTools }: SessionOptions,
  session: Session,
  { catalog, clock, sandbox, settings, outputs, drafts }: SessionParts,
): Promise<readonly (Tool | ActivationTool)[]> {
  const { workspace, environment } = settings;
  const shared = {
    session,
    clock,
    workspace,
    environment,
    outputs,
    ...compact({ sandbox }),
  };
  const skills = await createSkillTools({
    ...shared,
    catalog,
    ...compact({ drafts, config: skillTools }),
  });
  const config = typeof agentTools === "object" ? { config: agentTools } : {};
  const own = agentTools === false ? skills : [...skills, ...createAgentTools({ ...shared, ...config })];
  requireDistinct(functions, own);
  return [...own, ...functions];
}

/** Wraps tools in the guard. */
export function guardTools(
  tools: readonly (Tool | ActivationTool)[],
  guard: Session["guard"],
  parts: SessionParts,
): readonly GuardedTool[] {
  return tools.map((tool) => {
    const { name, description, inputSchema } = tool;
    return { name, description, inputSchema, call: toCall(tool, guard, parts) };
  });
}

function toCall(
  tool: Tool | ActivationTool,
  guard: Session["guard"],
  { clock, standIns }: SessionParts,
): GuardedTool["call"] {
  const { name } = tool;
  // An activation is admitted in the queue. It must join before any later call of the same turn, so it cannot first wait for an
  // admission of its own.
  if ("activate" in tool)
    return async (input, { call: id = clock.createId(), signal } = {}) =>
      tool.activate(input, { call: { id, tool: name, input }, ...compact({ signal }) });
  const work = async (admitted: unknown, call: ToolCall): Promise<JsonObject> =>
    standIns(name, admitted) ?? tool.run(admitted, call);
  return async (input, options = {}) => {
    const guarded = await guard(name, input, work, options);
    if (!guarded.ok) return toAnswer(name, guarded.denial);
    return guarded.note === undefined ? guarded.value : { ...guarded.value, hook_note: guarded.note };
  };
}

/** A refusal in the tool's own answer format. */
function toAnswer(tool: string, { text }: Denial): JsonObject {
  if (!tool.startsWith("skills_")) return failed(text, 0);
  return toEnvelope(tool, { errors: [{ code: "TOOL_NOT_ALLOWED", message: text }] });
}
