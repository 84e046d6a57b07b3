import { decide } from "@skillwright/core/policy";
import type { ToolCall } from "../tools/tool.ts";
import type { AdmissionParts, AdmittedCall } from "./admit-call.ts";
import { labelsOf } from "./guard.ts";
import { isOpenDecision } from "./is-open-decision.ts";
import { mayWriteBelow } from "./may-write-below.ts";
import { shutsOutPrograms } from "./shuts-out-programs.ts";

/** What a tool gets besides its input: the view of the decision that admitted it. */
export function createToolCall(
  { call, request, layers, skills }: AdmittedCall,
  signal: AbortSignal | undefined,
  { recorder }: Pick<AdmissionParts, "recorder">,
): ToolCall {
  return {
    made: call,
    resolvePath: request.resolvePath,
    mayRead: (path) => isOpenDecision(decide({ ...request, tool: "Read", input: { path } }, layers)),
    mayWriteBelow: (folder) => mayWriteBelow(folder, request, layers),
    judge: (tool, input) =>
      decide(
        { ...request, tool, input },
        layers.filter(({ kind }) => kind !== "skill"),
      ),
    shutOutBy: (skill) =>
      layers.find((layer) => layer.name !== `skill ${skill}` && shutsOutPrograms(layer))?.name,
    connectionDecided: ({ host, port, allowed, reason }) =>
      void recorder.recordAfter({
        event: "connection-decided",
        ...labelsOf(call, skills),
        host,
        port,
        allowed,
        reason,
      }),
    scriptStarting: (start) =>
      recorder.record({ event: "script-started", ...labelsOf(call, skills), ...start }),
    ...(signal === undefined ? {} : { signal }),
  };
}
