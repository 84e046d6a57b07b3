import { compact, type JsonObject } from "@skillwright/core/text";
import type { ToolCall } from "../admission/tool-call.ts";
import { createAgentTools, createSkillTools, requireDistinct } from "../tools/create-tools.ts";
import { toEnvelope } from "../tools/envelope.ts";
import type { ActivationTool, GuardedTool, Tool } from "../tools/tool.ts";
import { failed } from "../tools/tool-result.ts";
import { deactivateSkill } from "./leave-skills.ts";
import type { Denial, Session } from "./session.ts";
import type { SessionOptions } from "./session-options.ts";
import type { SessionParts } from "./session-parts.ts";

/** The session's tools, not yet guarded. Built on each call, so that the list of skills is current. */
export async function createSessionTools(
  { functions = [], agentTools = false, skillTools }: SessionOptions,
  session: Session,
  parts: SessionParts,
): Promise<readonly (Tool | ActivationTool)[]> {
  const { catalog, offered, lease, clock, sandbox, settings, outputs, drafts, checkInstalled, recorder } =
    parts;
  const { workspace, environment } = settings;
  // Runs inside an ordered call, which already has its place.
  const deactivate: Session["deactivate"] = (reference) => deactivateSkill({ reference, by: "model" }, parts);
  const shared = {
    session: { ...session, deactivate },
    clock,
    workspace,
    environment,
    outputs,
    ...compact({ sandbox }),
  };
  const skills = await createSkillTools({
    ...shared,
    ...{ catalog, offered },
    record: recorder.record,
    ...compact({ drafts, checkInstalled, lease, config: skillTools }),
  });
  const config = typeof agentTools === "object" ? { config: agentTools } : {};
  const own = agentTools === false ? skills : [...skills, ...createAgentTools({ ...shared, ...config })];
  requireDistinct(functions, own);
  return [...own, ...functions];
}

/** The guard of ordinary tools, and of those that change what is active. */
export type Guards = { readonly guard: Session["guard"]; readonly orderedGuard: Session["guard"] };

/** Wraps tools in the guard. */
export function guardTools(
  tools: readonly (Tool | ActivationTool)[],
  guards: Guards,
  parts: SessionParts,
): readonly GuardedTool[] {
  return tools.map((tool) => {
    const { name, description, inputSchema } = tool;
    return { name, description, inputSchema, call: toCall(tool, guards, parts) };
  });
}

function toCall(
  tool: Tool | ActivationTool,
  { guard, orderedGuard }: Guards,
  { clock, standIns }: SessionParts,
): GuardedTool["call"] {
  const { name } = tool;
  // An activation is admitted in the order. It must take its place before any later call of the same turn, so it cannot first
  // wait to be admitted as a call.
  if ("activate" in tool)
    return async (input, { call: id = clock.createId(), signal } = {}) =>
      tool.activate(input, { call: { id, tool: name, input }, ...compact({ signal }) });
  const work = async (admitted: unknown, call: ToolCall): Promise<JsonObject> =>
    standIns(name, admitted) ?? tool.run(admitted, call);
  const guardCall = tool.isOrdered === true ? orderedGuard : guard;
  return async (input, options = {}) => {
    const guarded = await guardCall(name, input, work, options);
    if (!guarded.ok) return toAnswer(name, guarded.denial);
    return guarded.note === undefined ? guarded.value : { ...guarded.value, hook_note: guarded.note };
  };
}

/** A refusal in the tool's own answer format. */
function toAnswer(tool: string, { text }: Denial): JsonObject {
  if (!tool.startsWith("skills_")) return failed(text, 0);
  return toEnvelope(tool, { errors: [{ code: "TOOL_NOT_ALLOWED", message: text }] });
}
