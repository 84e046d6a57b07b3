import { compact, type JsonObject, parseJson } from "@skillwright/core/text";
import type { LanguageModel, PrepareStepFunction, ToolCallRepairFunction, ToolSet } from "ai";
import type { Session } from "../session/session.ts";
import { guardStream, isStreaming, lastOf } from "./guard-stream.ts";
import { isGuarded, markGuarded, requireTools, toResult } from "./guarded-tool.ts";

export { toolApproval } from "./ai-sdk-approval.ts";

type Tool = ToolSet[string];
type Execute = NonNullable<Tool["execute"]>;

/** The session's own tools for `generateText`, `streamText` and agents. Get them again for each user message. */
export async function skillTools(session: Session): Promise<ToolSet> {
  const tools = await session.tools();
  return Object.fromEntries(
    tools.map((tool): [string, Tool] => {
      const execute: Execute = (input, { toolCallId: call, abortSignal: signal }) =>
        tool.call(input, { call, ...compact({ signal }) });
      const inputSchema = toStandardSchema(tool.inputSchema);
      return [
        tool.name,
        { description: tool.description, inputSchema, execute: markGuarded(session, execute) },
      ];
    }),
  );
}

/** A Standard Schema that accepts all input: the tool itself explains what is wrong with it. */
function toStandardSchema(schema: JsonObject): Tool["inputSchema"] {
  const copy = (): Record<string, unknown> => structuredClone({ ...schema });
  return {
    "~standard": {
      version: 1,
      vendor: "skillwright",
      validate: (value) => ({ value }),
      jsonSchema: { input: copy, output: copy },
    },
  };
}

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
    const request = { tool: name, input, call, ...compact({ signal }) };
    const run = (allowed: unknown): unknown => execute.call(tool, allowed, options);
    if (isStreaming(execute)) return guardStream(session, request, run);
    return session.guard(name, input, async (allowed) => lastOf(await run(allowed)), request).then(toResult);
  };
  const wrapped = { ...tool, execute: markGuarded(session, guarded) };
  return toModelOutput === undefined
    ? wrapped
    : { ...wrapped, toModelOutput: exceptRefusals(name, toModelOutput) };
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

/**
 * Tools that run where no guard can stand: at the provider or in the client. `prepareStep` offers them only
 * while every use of them is allowed, and a call that `toolApproval` denies never reaches a client; a provider
 * that was offered one in a step can use it until the step ends.
 */
export function unguardedTools(tools: ToolSet): readonly string[] {
  return Object.keys(tools).filter((name) => isUnguarded(tools[name]));
}

function isUnguarded(tool: Tool | undefined): boolean {
  return tool?.execute === undefined || tool.isProviderExecuted === true;
}

export type PrepareStepOptions<Tools extends ToolSet, Runtime extends Record<string, unknown>> = {
  /** The model for the name that a skill prefers; undefined keeps the step's model. */
  readonly model?: (name: string) => LanguageModel | undefined;
  /** The host's own preparation, which runs first. Put a list of active tools here: the SDK supports only one. */
  readonly own?: PrepareStepFunction<Tools, Runtime>;
};

/**
 * Offers the model the tools it may use now. This saves it refusals; the guard enforces. The SDK does not tell
 * this function which tools there are, so `tools` must be those of the call.
 */
export function prepareStep<Tools extends ToolSet, Runtime extends Record<string, unknown>>(
  session: Session,
  tools: Tools,
  { model: findModel, own }: PrepareStepOptions<Tools, Runtime> = {},
): PrepareStepFunction<Tools, Runtime> {
  requireTools("prepareStep", tools);
  return async (step) => {
    const prepared = await own?.(step);
    const names: readonly (keyof Tools & string)[] = prepared?.activeTools ?? Object.keys(tools);
    const activeTools = names.filter((name) => mayShow(session, name, tools[name]));
    const preferred = session.model();
    const model = preferred === undefined ? undefined : findModel?.(preferred);
    return { ...prepared, activeTools, ...compact({ model }) };
  };
}

function mayShow(session: Session, name: string, tool: Tool | undefined): boolean {
  // The guard does not see the input of an unguarded tool, so every use must be allowed.
  return isUnguarded(tool) ? session.review(name, undefined).effect === "allow" : session.mayOffer(name);
}

/**
 * Sends a call of a tool that was not offered to the guard, which refuses and records it. Otherwise the SDK
 * answers that there is no such tool, and the attempt goes unrecorded.
 */
export function repairToolCall<Tools extends ToolSet>(
  session: Session,
  own?: ToolCallRepairFunction<Tools>,
): ToolCallRepairFunction<Tools> {
  return async (options) => {
    const { toolName, toolCallId: call, input } = options.toolCall;
    if (!Object.hasOwn(options.tools, toolName) && !session.mayOffer(toolName)) {
      const outcome = await session.guard(toolName, parseJson(input), () => undefined, { call });
      // The SDK turns this error into the call's result.
      if (!outcome.ok) throw new Error(outcome.denial.text);
    }
    return own === undefined ? null : own(options);
  };
}
