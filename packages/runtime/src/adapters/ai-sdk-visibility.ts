import { parseJson } from "@skillwright/core/text";
import type { LanguageModel, PrepareStepFunction, ToolCallRepairFunction, ToolSet } from "ai";
import type { Session } from "../session/session.ts";

type Tool = ToolSet[string];

/**
 * Tools that run where no guard can stand: at the provider, or in the client. `prepareStep` shows them only while every
 * use of them is allowed, and what `toolApproval` denies never reaches a client; a provider that has been shown one in a
 * step can use it until the step is over.
 */
export function unguardedTools(tools: ToolSet): readonly string[] {
  return Object.keys(tools).filter((name) => isUnguarded(tools[name]));
}

function isUnguarded(tool: Tool | undefined): boolean {
  return tool?.execute === undefined || tool.isProviderExecuted === true;
}

export type PrepareStepOptions<Tools extends ToolSet, Runtime extends Record<string, unknown>> = {
  /** The model behind the name that a skill prefers; undefined leaves the step its model. */
  readonly model?: (name: string) => LanguageModel | undefined;
  /** The host's own preparation, which goes first. A list of active tools belongs here: the SDK knows only one. */
  readonly own?: PrepareStepFunction<Tools, Runtime>;
};

/** Shows the model what it may use now. That spares it refusals; it is the guard that enforces. */
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
  // Nobody looks at the input of an unguarded tool, so each of its uses must be allowed.
  return isUnguarded(tool) ? session.review(name, undefined).effect === "allow" : session.mayOffer(name);
}

/**
 * Brings a call of a tool that was not shown before the guard, which refuses and records it. Without this the SDK
 * answers that there is no such tool, and nobody hears of the attempt.
 */
export function repairToolCall<Tools extends ToolSet>(
  session: Session,
  own?: ToolCallRepairFunction<Tools>,
): ToolCallRepairFunction<Tools> {
  return async (options) => {
    const { toolName, toolCallId: call, input } = options.toolCall;
    if (!Object.hasOwn(options.tools, toolName) && !session.mayOffer(toolName)) {
      const outcome = await session.guard(toolName, parseJson(input), () => undefined, { call });
      // The SDK makes the call's result of what is thrown here.
      if (!outcome.ok) throw new Error(outcome.denial.text);
    }
    return own === undefined ? null : own(options);
  };
}
