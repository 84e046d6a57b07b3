import { parseJson } from "@skillwright/core/text";
import type { LanguageModel, PrepareStepFunction, ToolCallRepairFunction, ToolSet } from "ai";
import type { Session } from "../session/session.ts";

type Tool = ToolSet[string];

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

/** Offers the model the tools it may use now. This saves it refusals; the guard enforces. */
export function prepareStep<Tools extends ToolSet, Runtime extends Record<string, unknown>>(
  session: Session,
  tools: Tools,
  { model: findModel, own }: PrepareStepOptions<Tools, Runtime> = {},
): PrepareStepFunction<Tools, Runtime> {
  return async (step) => {
    const prepared = await own?.(step);
    const names: readonly (keyof Tools & string)[] = prepared?.activeTools ?? Object.keys(tools);
    const activeTools = names.filter((name) => mayShow(session, name, tools[name]));
    const preferred = session.model();
    const model = preferred === undefined ? undefined : findModel?.(preferred);
    return { ...prepared, activeTools, ...(model === undefined ? {} : { model }) };
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
