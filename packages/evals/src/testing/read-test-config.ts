import {
  findValue,
  number,
  readMap,
  readNumber,
  readText,
  type Shape,
  text,
  typeName,
  type YamlEntry,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import type { ReadTestFile, TestConfig } from "./case.ts";
import { checkTimeout, checkVersion } from "./check-values.ts";
import { testingLimits } from "./limits.ts";
import { type Complaint, findJsonFault, type RecordShape, readTestFile } from "./read-test-file.ts";

/** The defaults for a skill without `test-config.json`. */
export const defaultTestConfig: TestConfig = { timeoutSeconds: testingLimits.testSeconds, environment: {} };

/** Reads `tests/test-config.json` as UAAPS defines it. */
export function readTestConfig(source: string, file: string): ReadTestFile<TestConfig> {
  return readTestFile(source, file, { syntaxFault: findJsonFault, shape, read });
}

const shape: RecordShape = {
  type: "record",
  fields: { version: number, timeout: number, env: { type: "dictionary", value: text } satisfies Shape },
  required: ["version"],
};

function read(map: YamlMap): { readonly value: TestConfig; readonly complaints: readonly Complaint[] } {
  const timeout = findValue(map, "timeout");
  const variables = readVariables(findValue(map, "env"));
  return {
    value: {
      timeoutSeconds: readNumber(timeout) ?? testingLimits.testSeconds,
      environment: variables.value,
    },
    complaints: [
      ...checkVersion(findValue(map, "version")),
      ...checkTimeout(timeout, testingLimits.mostTestSeconds),
      ...variables.complaints,
    ],
  };
}

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
