import { readMap, readText, typeName, type YamlEntry, type YamlNode } from "@skillwright/core/parse";
import type { Complaint } from "./complaints.ts";
import { testingLimits } from "./limits.ts";

/** Reads `env` of a config. */
export function readVariables(node: YamlNode | undefined): {
  readonly value: Readonly<Record<string, string>>;
  readonly complaints: readonly Complaint[];
} {
  const entries = readMap(node)?.entries ?? [];
  return {
    value: Object.fromEntries(entries.map(({ key, value }) => [key.text, readText(value) ?? ""])),
    complaints: [
      ...entries.slice(0, testingLimits.testVariables).flatMap(checkVariable),
      ...entries.slice(testingLimits.testVariables, testingLimits.testVariables + 1).map(({ key }) => ({
        span: key.span,
        message: `env: more than ${testingLimits.testVariables} variables.`,
      })),
    ],
  };
}

function checkVariable({ key, value }: YamlEntry): readonly Complaint[] {
  const place = `env.${key.text}`;
  if (!/^[A-Za-z_]\w*$/.test(key.text))
    return [
      {
        span: key.span,
        message: `${place}: expected a name of letters, digits and underscores that does not start with a digit.`,
      },
    ];
  if (value.kind !== "scalar" || value.value === null) return [];
  if (typeof value.value !== "string")
    return [{ span: value.span, message: `${place}: expected text in quotes, found ${typeName(value)}.` }];
  if (value.text.includes("\0"))
    return [{ span: value.span, message: `${place}: a variable cannot contain NUL.` }];
  return [];
}
