import type { JsonObject } from "@skillwright/core/text";

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
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(maxLength === undefined ? {} : { [type === "string" ? "maxLength" : "maxItems"]: maxLength }),
    ...(parameter.default === undefined ? {} : { default: parameter.default }),
  };
}

function toSchemaType(type: ParameterType): string {
  return type === "float" ? "number" : type;
}
