import { decide } from "@skillwright/core";
import type { ToolCall } from "../tools/tool.ts";
import type { AdmissionParts, AdmittedCall } from "./admit-call.ts";
import { labelsOf } from "./guard.ts";

/** What a tool gets to work with besides its input: the eyes of the decision that let it through. */
export function createToolCall(
  { call, request, skills }: AdmittedCall,
  signal: AbortSignal | undefined,
  { active, recorder }: Pick<AdmissionParts, "active" | "recorder">,
): ToolCall {
  return {
    resolvePath: request.resolvePath,
    mayRead: (path) =>
      decide({ ...request, tool: "Read", input: { path } }, active.layers()).effect !== "deny",
    scriptStarting: (start) =>
      recorder.record({ event: "script-started", ...labelsOf(call, skills), ...start }),
    ...(signal === undefined ? {} : { signal }),
  };
}
