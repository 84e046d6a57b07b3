import { SkillError } from "@skillwright/core";
import { type JsonObject, printable } from "@skillwright/core/text";
import type { ToolCall } from "../admission/tool-call.ts";
import type { Clock } from "../clock.ts";
import { type EnvelopeContent, type Notice, toEnvelope, toNotice } from "./envelope.ts";
import { type Parameters, type ParametersOf, readInput, toInputSchema } from "./parameters.ts";

import type { ActivationCall, ActivationTool, ToolDefinition } from "./tool.ts";
import { describeFailure, failed, succeeded } from "./tool-result.ts";

/** A tool's name, description and parameters, as data. */
export type ParameterizedDefinition<Input> = {
  readonly name: string;
  readonly description: string;
  readonly parameters: ParametersOf<Input>;
};

export type Executor<Input, Answer, Call = ToolCall> = (input: Input, call: Call) => Promise<Answer>;

/** A tool definition with what it does on a call of some kind. */
type Runnable<Call> = ToolDefinition & {
  readonly run: (input: unknown, call: Call) => Promise<JsonObject>;
};

/** A tool with OmniForge's result format. Failures are answers too; only our own bugs are thrown. */
export function createResultTool<Input, Call = ToolCall>(
  definition: ParameterizedDefinition<Input>,
  execute: Executor<Input, JsonObject, Call>,
  clock: Clock,
): Runnable<Call> {
  return {
    ...toDefinition(definition),
    run: async (sent, call) => {
      const started = clock.elapsed();
      try {
        const { input, ignored } = readInput<Input>(definition.parameters, sent);
        const result = await execute(input, call);
        const note = ignored.length === 0 ? {} : { ignored_parameters: ignored.map(printable) };
        return succeeded({ ...result, ...note }, clock.elapsed() - started);
      } catch (error) {
        if (!(error instanceof SkillError)) throw error;
        return failed(describeFailure(error), clock.elapsed() - started);
      }
    },
  };
}

/** A tool with VibeTavern's envelope. */
export function createEnvelopeTool<Input, Call = ToolCall>(
  definition: ParameterizedDefinition<Input>,
  execute: Executor<Input, EnvelopeContent, Call>,
): Runnable<Call> {
  const { name } = definition;
  return {
    ...toDefinition(definition),
    run: async (sent, call) => {
      try {
        const { input, ignored } = readInput<Input>(definition.parameters, sent);
        const content = await execute(input, call);
        return toEnvelope(name, {
          ...content,
          warnings: [...(content.warnings ?? []), ...ignored.map(toWarning)],
        });
      } catch (error) {
        if (!(error instanceof SkillError)) throw error;
        return toEnvelope(name, { errors: [toNotice(error)] });
      }
    },
  };
}

/** Makes an activation tool: it hands its request to the session instead of running. */
export function toActivationTool({ run, ...definition }: Runnable<ActivationCall>): ActivationTool {
  return { ...definition, activate: run };
}

/** The tool definition sent to models. */
export function toDefinition<Input>(definition: ParameterizedDefinition<Input>): ToolDefinition {
  const { name, description } = definition;
  const parameters: Parameters = definition.parameters;
  return { name, description, inputSchema: toInputSchema(parameters) };
}

function toWarning(parameter: string): Notice {
  return { code: "UNKNOWN_PARAMETER", message: printable(`Unknown parameter, ignored: ${parameter}`) };
}
