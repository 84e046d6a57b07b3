import { rules } from "@skillwright/core/check";
import { ConfigSchema, PolicySchema } from "@skillwright/core/config";
import { z } from "zod";
import { outputSchemas } from "../packages/cli/src/schemas.ts";
import { LockSchema } from "../packages/packaging/src/lock/parse-lock.ts";
import { WantsSchema } from "../packages/packaging/src/lock/wants.ts";
import { frontmatterSchema } from "./frontmatter-schema.mjs";

/** The JSON schemas that the packages publish. */
export function generateSchemas() {
  const outputs = Object.entries(outputSchemas).map(([name, schema]) =>
    file(`packages/cli/schemas/${name}.schema.json`, toJsonSchema(schema)),
  );
  return [
    file("packages/core/schemas/frontmatter.schema.json", frontmatterSchema()),
    file("packages/core/schemas/config.schema.json", configSchema()),
    file("packages/core/schemas/policy.schema.json", policySchema()),
    file("packages/packaging/schemas/lock.schema.json", toJsonSchema(LockSchema)),
    file("packages/packaging/schemas/wants.schema.json", toJsonSchema(WantsSchema)),
    ...outputs,
  ];
}

export function policySchema() {
  return toJsonSchema(PolicySchema);
}

/** Names each rule, so that an editor can complete and explain them. */
export function configSchema() {
  const schema = toJsonSchema(ConfigSchema);
  const { description, additionalProperties } = schema.properties.rules;
  const known = rules.map(({ id, summary }) => [id, { description: summary, $ref: "#/$defs/RuleSetting" }]);
  const properties = Object.fromEntries(known);
  schema.properties.rules = { description, type: "object", properties, additionalProperties: false };
  return { ...schema, $defs: { RuleSetting: additionalProperties } };
}

function toJsonSchema(schema) {
  return z.toJSONSchema(schema, {
    target: "draft-2020-12",
    override: ({ jsonSchema }) => dropSafeBounds(jsonSchema),
  });
}

/** zod writes the bounds of a JavaScript integer into the schema, where they say nothing. */
function dropSafeBounds(jsonSchema) {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function file(path, schema) {
  return { path, content: `${JSON.stringify(schema, null, 2)}\n` };
}
