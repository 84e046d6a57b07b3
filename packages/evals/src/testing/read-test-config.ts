import { findValue, number, readNumber, type Shape, text, type YamlMap } from "@skillwright/core/parse";
import type { ReadTestFile, TestConfig } from "./case.ts";
import { checkTimeout, checkVersion } from "./check-numbers.ts";
import type { Complaint } from "./complaints.ts";
import { findJsonFault } from "./find-json-fault.ts";
import { testingLimits } from "./limits.ts";
import { type RecordShape, readTestFile } from "./read-test-file.ts";
import { readVariables } from "./read-variables.ts";

/** The defaults for a skill without `test-config.json`. */
export const usualTestConfig: TestConfig = { timeoutSeconds: testingLimits.testSeconds, environment: {} };

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
