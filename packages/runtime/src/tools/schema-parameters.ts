import { isJsonObject, type JsonObject } from "@skillwright/core/text";
import type { Parameter, Parameters, ParameterType } from "./parameter.ts";

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
export function schemaParameters(schema: JsonObject): Parameters {
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
