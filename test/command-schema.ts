import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { root } from "./source-files.ts";

/** Parses a command's output and validates it with its published schema. */
export function parseOutput(name: string, text: string): Readonly<Record<string, unknown>> {
  const schema = JSON.parse(readFileSync(join(root, `packages/cli/schemas/${name}.schema.json`), "utf8"));
  const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);
  const value = JSON.parse(text);
  expect([validate(value), validate.errors]).toEqual([true, null]);
  return value;
}
