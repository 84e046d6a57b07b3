import { type Decision, decide } from "@skillwright/core";
import type { ToolCall } from "../tools/tool.ts";
import type { AdmissionParts, AdmittedCall } from "./admit-call.ts";
import { labelsOf } from "./guard.ts";

/** What a tool gets to work with besides its input: the eyes of the decision that let it through. */
export function createToolCall(
  { call, request, layers, skills }: AdmittedCall,
  signal: AbortSignal | undefined,
  { recorder }: Pick<AdmissionParts, "recorder">,
): ToolCall {
  return {
    made: call,
    resolvePath: request.resolvePath,
    mayRead: (path) => isOpen(decide({ ...request, tool: "Read", input: { path } }, layers)),
    scriptStarting: (start) =>
      recorder.record({ event: "script-started", ...labelsOf(call, skills), ...start }),
    ...(signal === undefined ? {} : { signal }),
  };
}

/** A file that somebody wants to be asked about is not shown by the way; the search as such may have been asked about. */
function isOpen({ effect, reason }: Decision): boolean {
  return effect === "allow" || (effect === "ask" && reason === "by-default");
}
