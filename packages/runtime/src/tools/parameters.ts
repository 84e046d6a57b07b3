import { SkillError } from "@skillwright/core";
import { compact, isJsonObject, type JsonObject } from "@skillwright/core/text";

/** OmniForge's parameter types. */
export type ParameterType = "string" | "integer" | "float" | "boolean" | "array" | "object";

/** One parameter of a tool, as in OmniForge, with bounds. */
export type Parameter = {
  /** Several if the tool accepts any of these types. */
  readonly type: ParameterType | readonly ParameterType[];
  readonly description: string;
  readonly required?: boolean;
  readonly default?: string | number | boolean;
  /** Other names that agents send it under. */
  readonly aliases?: readonly string[];
  /** Type of the elements of an array. */
  readonly items?: ParameterType;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Characters of a string, elements of an array. */
  readonly maxLength?: number;
};

/** The parameters of an input type; the compiler checks that the two agree. */
export type ParametersOf<Input> = {
  readonly [Key in keyof Input]-?: Parameter & {
    readonly type: TypeOf<Input[Key]> | readonly TypeOf<Input[Key]>[];
  } & (Input extends { [One in Key]: unknown } ? Given : { readonly required?: false });
};

/** There is always a value: required, or with a default. */
type Given = { readonly required: true } | { readonly default: string | number | boolean };

type TypeOf<Value> = Value extends string
  ? "string"
  : Value extends number
    ? "integer" | "float"
    : Value extends boolean
      ? "boolean"
      : Value extends readonly unknown[]
        ? "array"
        : Value extends object
          ? "object"
          : never;

export type Parameters = Readonly<Record<string, Parameter>>;

/** The parameters as JSON Schema for models' APIs. */
export function toInputSchema(parameters: Parameters): JsonObject {
  const entries = Object.entries(parameters);
  const required = entries.filter(([, one]) => one.required).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, one]) => [name, toSchema(one)])),
    ...(required.length === 0 ? {} : { required }),
  };
}

function toSchema(parameter: Parameter): JsonObject {
  const { type, description, items, minimum, maximum, maxLength } = parameter;
  const names = [type].flat().map(toSchemaType);
  return {
    type: names.length === 1 ? names[0] : names,
    description,
    ...(items === undefined ? {} : { items: { type: toSchemaType(items) } }),
    ...compact({ minimum, maximum }),
    ...(maxLength === undefined ? {} : { [type === "string" ? "maxLength" : "maxItems"]: maxLength }),
    ...compact({ default: parameter.default }),
  };
}

function toSchemaType(type: ParameterType): string {
  return type === "float" ? "number" : type;
}

type InputReading<Input> = {
  readonly input: Input;
  /** Unknown keys. Models make some up; the call is still valid, and the model is informed. */
  readonly ignored: readonly string[];
};

/** Validates a tool's input, the only place where its shape is unknown. Errors use OmniForge's wording. */
export function readInput<Input>(parameters: Parameters, sent: unknown): InputReading<Input> {
  if (!isJsonObject(sent)) throw invalid(`Invalid parameter type: expected object, got ${typeOf(sent)}`);
  const entries = Object.entries(parameters);
  const values = entries.flatMap(([name, parameter]) => {
    const value = sentValue(name, parameter, sent) ?? parameter.default;
    if (value === undefined && parameter.required) throw invalid(`Missing required parameter: ${name}`);
    if (value === undefined) return [];
    requireFit(name, parameter, value);
    return [[name, value]];
  });
  const known = new Set(entries.flatMap(([name, { aliases = [] }]) => [name, ...aliases]));
  return {
    // Each value was checked against its parameter above, which the compiler cannot follow.
    input: Object.fromEntries(values) as Input,
    ignored: Object.keys(sent)
      .filter((key) => !known.has(key))
      .slice(0, mostIgnored),
  };
}

/** A few names are enough; there may be thousands. */
const mostIgnored = 10;

/** Models send null for omitted values. */
function sentValue(name: string, { aliases = [] }: Parameter, sent: JsonObject): unknown {
  const key = [name, ...aliases].find((one) => Object.hasOwn(sent, one) && sent[one] !== null);
  return key === undefined ? undefined : sent[key];
}

function requireFit(name: string, parameter: Parameter, value: unknown): void {
  const { type, items, minimum, maximum, maxLength } = parameter;
  const types = [type].flat();
  if (!types.some((one) => isOfType(value, one))) throw wrongType(types, value, name);
  const length = typeof value === "string" || Array.isArray(value) ? value.length : 0;
  if (maxLength !== undefined && length > maxLength)
    throw badValue(`the length of ${name} is ${length}, the limit is ${maxLength}`);
  // A lone surrogate would become another character on its way to a file or program.
  if (typeof value === "string" && !value.isWellFormed()) throw badValue(`${name} is not well-formed text`);
  if (typeof value === "number" && minimum !== undefined && value < minimum)
    throw badValue(`${name} must be at least ${minimum}`);
  if (typeof value === "number" && maximum !== undefined && value > maximum)
    throw badValue(`${name} must be at most ${maximum}`);
  if (!Array.isArray(value) || items === undefined) return;
  for (const element of value) if (!isOfType(element, items)) throw wrongType([items], element, `${name}[]`);
}

function isOfType(value: unknown, type: ParameterType): boolean {
  if (type === "float") return typeof value === "number" && Number.isFinite(value);
  return typeOf(value) === type;
}

/** OmniForge's name for the type of a value. */
function typeOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "float";
  return Array.isArray(value) ? "array" : typeof value;
}

function wrongType(expected: readonly ParameterType[], value: unknown, name: string): SkillError {
  return invalid(
    `Invalid parameter type: expected ${expected.join(" or ")}, got ${typeOf(value)} (parameter: ${name})`,
  );
}

function badValue(what: string): SkillError {
  return invalid(`Invalid parameter value: ${what}`);
}

function invalid(reason: string): SkillError {
  return new SkillError("tool-input-invalid", { reason });
}
