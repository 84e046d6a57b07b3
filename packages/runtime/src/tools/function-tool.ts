import { SkillError } from "@skillwright/core";
import { isJsonObject, type JsonObject, printable } from "@skillwright/core/text";
import type { ToolCall } from "../admission/tool-call.ts";
import { type Clock, systemClock } from "../clock.ts";
import { runtimeLimits } from "../limits.ts";
import {
  type Parameter,
  type Parameters,
  type ParameterType,
  readInput,
  toInputSchema,
} from "./parameters.ts";

import type { Tool } from "./tool.ts";
import { describeFailure, failed, succeeded } from "./tool-result.ts";

/** A host function that agents may call: OmniForge's FunctionTool. */
export type HostFunction = {
  readonly name: string;
  readonly description: string;
  /** OmniForge's list of parameters, or a JSON Schema of the input object. */
  readonly parameters: readonly FunctionParameter[] | JsonObject;
  /** Must return JSON data; anything but an object becomes `{ value }`. */
  readonly run: (input: JsonObject, call: ToolCall) => unknown;
};

export type FunctionParameter = Parameter & { readonly name: string };

/**
 * Makes a tool from a host's function; pass it to the session, which guards it like every tool.
 *
 * @example
 * defineFunction({ name: "analyze_code", description: "Finds dead code.", parameters: [], run: () => ({ dead: [] }) });
 */
export function defineFunction(definition: HostFunction, clock: Clock = systemClock): Tool {
  const { name, description, run } = definition;
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name))
    throw new SkillError("tool-name-invalid", {
      name,
      reason: "model APIs accept 1 to 64 letters, digits, _ and -",
    });
  const { parameters, inputSchema } = readParameters(definition.parameters);
  return {
    name,
    description,
    inputSchema,
    run: async (sent, call) => {
      const started = clock.elapsed();
      try {
        const { input } = readInput<JsonObject>(parameters, sent);
        // A schema may allow more than it names; the function gets everything sent.
        const extra = isJsonObject(sent) && !isParameterList(definition.parameters) ? sent : {};
        return succeeded(
          toResult(await callHost(run, { ...extra, ...input }, call)),
          clock.elapsed() - started,
        );
      } catch (error) {
        if (!(error instanceof SkillError)) throw error;
        return failed(describeFailure(error), clock.elapsed() - started);
      }
    },
  };
}

function isParameterList(parameters: HostFunction["parameters"]): parameters is readonly FunctionParameter[] {
  return Array.isArray(parameters);
}

function readParameters(parameters: HostFunction["parameters"]): {
  readonly parameters: Parameters;
  readonly inputSchema: JsonObject;
} {
  if (!isParameterList(parameters))
    return { parameters: schemaParameters(parameters), inputSchema: parameters };
  const named = Object.fromEntries(parameters.map(({ name, ...rest }) => [name, rest]));
  return { parameters: named, inputSchema: toInputSchema(named) };
}

/** The model gets a host function's error on one line, without the stack. */
async function callHost(run: HostFunction["run"], input: JsonObject, call: ToolCall): Promise<unknown> {
  try {
    return await run(input, call);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw failure(message.slice(0, runtimeLimits.failureCharacters), error);
  }
}

/** The answer as plain JSON data, detached from the host's objects. */
function toResult(value: unknown): JsonObject {
  const plain = toPlain(value);
  return isJsonObject(plain) ? plain : { value: plain };
}

function toPlain(value: unknown): unknown {
  try {
    return value === undefined ? {} : JSON.parse(JSON.stringify(value) ?? "null");
  } catch (error) {
    // A cycle, a bigint, or a failing `toJSON` of the host.
    throw failure("The function returned something that is not JSON", error);
  }
}

function failure(reason: string, cause: unknown): SkillError {
  return new SkillError("tool-input-invalid", { reason: printable(reason) }, { cause });
}

/** JSON Schema's type names and ours. */
const types: Readonly<Record<string, ParameterType>> = {
  string: "string",
  integer: "integer",
  number: "float",
  boolean: "boolean",
  array: "array",
  object: "object",
};

/** The part of a JSON Schema that we validate: required fields and their types. The function checks the rest. */
function schemaParameters(schema: JsonObject): Parameters {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required)
    ? schema.required.filter((name) => typeof name === "string")
    : [];
  const names = new Set([...Object.keys(properties), ...required]);
  return Object.fromEntries(
    [...names].map((name) => [name, toParameter(properties[name], required.includes(name))]),
  );
}

const anyType = Object.values(types);

function toParameter(property: unknown, required: boolean): Parameter {
  const stated = isJsonObject(property) ? [property.type].flat() : [];
  const known = stated.flatMap((type) => (typeof type === "string" ? (types[type] ?? []) : []));
  // The function validates types we do not model, such as `anyOf`.
  const type = known.length === 0 ? anyType : known;
  return { type, description: "", required: required && !stated.includes("null") };
}
