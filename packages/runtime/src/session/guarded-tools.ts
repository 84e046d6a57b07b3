import type { JsonObject } from "@skillwright/core/text";
import { toEnvelope } from "../tools/envelope.ts";
import { isActivating } from "../tools/skill-request.ts";
import type { GuardedTool, Tool, ToolCall } from "../tools/tool.ts";
import { failed } from "../tools/tool-result.ts";
import type { Denial, MadeCall, Session } from "./session.ts";
import type { SessionParts } from "./session-parts.ts";
import { createToolCall } from "./tool-call.ts";

/** Wraps tools in the guard. Nothing else calls a tool's `run`. */
export function guardTools(
  tools: readonly Tool[],
  guard: Session["guard"],
  parts: SessionParts,
): readonly GuardedTool[] {
  return tools.map(({ name, description, inputSchema, run }) => ({
    name,
    description,
    inputSchema,
    call: async (input, { call: id = parts.clock.createId(), ...options } = {}) => {
      // An activation is decided and recorded in the queue as one step. It must join the queue before any later call of
      // the same turn, so it cannot first wait for its own admission.
      if (isActivating(name))
        return run(input, outsideOfQueue({ id, tool: name, input }, options.signal, parts));
      const work = async (admitted: unknown, call: ToolCall): Promise<JsonObject> =>
        parts.standIns(name, admitted) ?? run(admitted, call);
      const guarded = await guard(name, input, work, { ...options, call: id });
      if (!guarded.ok) return toAnswer(name, guarded.denial);
      return guarded.note === undefined ? guarded.value : { ...guarded.value, hook_note: guarded.note };
    },
  }));
}

function outsideOfQueue(
  call: MadeCall,
  signal: AbortSignal | undefined,
  parts: SessionParts,
): ReturnType<typeof createToolCall> {
  const request = parts.toRequest(call.tool, call.input);
  const { active } = parts;
  return createToolCall({ call, request, layers: active.layers(), skills: active.labels() }, signal, parts);
}

/** A refusal in the tool's own answer format. */
function toAnswer(tool: string, { text }: Denial): JsonObject {
  if (!tool.startsWith("skills_")) return failed(text, 0);
  return toEnvelope(tool, { errors: [{ code: "TOOL_NOT_ALLOWED", message: text }] });
}
