import type { ToolSet } from "ai";
import type { Session } from "../session/session.ts";
import { guardStream, isStreaming, lastOf } from "./guard-stream.ts";
import { isGuarded, markGuarded } from "./guarded-by.ts";
import { toResult } from "./to-result.ts";

type Tool = ToolSet[string];
type Execute = NonNullable<Tool["execute"]>;

/**
 * Wraps tools so that each runs only if the session allows it. Returns those of `unguardedTools` unchanged.
 *
 * @example
 * const tools = { ...(await skillTools(session)), ...wrapTools(session, myTools) };
 * const result = streamText({
 *   model,
 *   prompt,
 *   tools,
 *   prepareStep: prepareStep(session, tools),
 *   repairToolCall: repairToolCall(session),
 *   toolApproval: toolApproval(session, tools),
 * });
 */
export function wrapTools<Tools extends ToolSet>(session: Session, tools: Tools): Tools {
  const wrapped = Object.entries(tools).map(([name, tool]) => [name, wrapTool(session, name, tool)]);
  // Names and shapes are unchanged, but `Object.fromEntries` loses their types.
  return Object.fromEntries(wrapped) as Tools;
}

function wrapTool(session: Session, name: string, tool: Tool): Tool {
  const { execute, toModelOutput } = tool;
  if (execute === undefined || isGuarded(session, execute)) return tool;
  const guarded: Execute = (input, options) => {
    const { toolCallId: call, abortSignal: signal } = options;
    const request = { tool: name, input, call, ...(signal === undefined ? {} : { signal }) };
    const run = (allowed: unknown): unknown => execute.call(tool, allowed, options);
    if (isStreaming(execute)) return guardStream(session, request, run);
    return session.guard(name, input, async (allowed) => lastOf(await run(allowed)), request).then(toResult);
  };
  return {
    ...tool,
    execute: markGuarded(session, guarded),
    ...(toModelOutput === undefined ? {} : { toModelOutput: exceptRefusals(name, toModelOutput) }),
  };
}

/** A tool's own formatting of results does not apply to refusals. */
function exceptRefusals<Given extends { readonly output: unknown }, Output>(
  name: string,
  toModelOutput: (given: Given) => Output,
): (given: Given) => Output | { type: "error-text"; value: string } {
  return (given) =>
    isRefusal(name, given.output) ? { type: "error-text", value: given.output } : toModelOutput(given);
}

/** Recognized by its first words, because another process may resume the conversation. */
function isRefusal(name: string, output: unknown): output is string {
  return typeof output === "string" && output.startsWith(`Tool '${name}' `);
}
