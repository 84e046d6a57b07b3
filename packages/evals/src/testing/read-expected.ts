import {
  findEntry,
  findValue,
  isFiniteNumber,
  number,
  readBoolean,
  readMap,
  readNumber,
  readText,
  texts,
  toggle,
  toPlain,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import type { Expected, HookDecision, TestInput } from "./case.ts";

import { checkTexts, expressionFault, pathFault, snippetFault, toPlainPath } from "./check-values.ts";
import { testingLimits } from "./limits.ts";
import type { Complaint, RecordShape } from "./read-test-file.ts";

const decisions: readonly HookDecision[] = ["allow", "ask", "deny"];

export const expectedShape: RecordShape = {
  type: "record",
  fields: {
    "exit-code": number,
    "stdout-contains": texts,
    "stderr-contains": texts,
    "not-contains": texts,
    "stdout-json": { type: "anything" },
    "stdout-matches": texts,
    "stderr-matches": texts,
    "files-created": texts,
    snapshot: toggle,
    decision: { type: "choice", of: decisions },
  },
};

/**
 * Reads what a case expects. A command must exit with 0 unless the case says otherwise; for a hook, the
 * decision counts.
 */
export function readExpected(
  testCase: YamlMap,
  kind: TestInput["kind"],
): { readonly value: Expected; readonly complaints: readonly Complaint[] } {
  const map = readMap(findValue(testCase, "expected"));
  const list = (name: string): readonly string[] => readList(findValue(map, name));
  const json = findValue(map, "stdout-json");
  const decision = readText(findValue(map, "decision"));
  return {
    value: compact<Expected>({
      exitCode: readNumber(findValue(map, "exit-code")) ?? (kind === "command" ? 0 : undefined),
      decision: decisions.find((known) => known === decision),
      stdoutContains: list("stdout-contains"),
      stderrContains: list("stderr-contains"),
      notContains: list("not-contains"),
      stdoutJson: json && toPlain(json),
      stdoutMatches: list("stdout-matches"),
      stderrMatches: list("stderr-matches"),
      filesCreated: list("files-created").map(toPlainPath),
      snapshot: readBoolean(findValue(map, "snapshot")) ?? false,
    }),
    complaints: [
      ...checkExitCode(findValue(map, "exit-code")),
      ...checkLists(map),
      ...(json ? checkJson(json) : []),
      ...(kind === "hook" ? requireDecision(testCase, map) : refuseDecision(map)),
    ],
  };
}

function readList(node: YamlNode | undefined): readonly string[] {
  return node?.kind === "list" ? node.items.map((item) => readText(item) ?? "") : [];
}

function checkExitCode(node: YamlNode | undefined): readonly Complaint[] {
  const code = readNumber(node);
  if (!node || code === undefined || (Number.isInteger(code) && code >= 0 && code <= 255)) return [];
  return [
    {
      span: node.span,
      message: `expected.exit-code: expected a whole number from 0 to 255, found ${code}.`,
    },
  ];
}

function checkLists(map: YamlMap | undefined): readonly Complaint[] {
  const snippets = { most: evalsLimits.testExpectations, fault: snippetFault };
  const expressions = { most: testingLimits.testExpressions, fault: expressionFault };
  const paths = { most: evalsLimits.testExpectations, fault: pathFault };
  const rules = {
    "stdout-contains": snippets,
    "stderr-contains": snippets,
    "not-contains": snippets,
    "stdout-matches": expressions,
    "stderr-matches": expressions,
    "files-created": paths,
  };
  return Object.entries(rules).flatMap(([name, rule]) =>
    checkTexts(findValue(map, name), `expected.${name}`, rule),
  );
}

/** Rejects empty values and numbers that JSON does not have: no output could match them. */
function checkJson(node: YamlNode): readonly Complaint[] {
  if (node.kind === "list") return node.items.flatMap(checkJson);
  if (node.kind === "map") return node.entries.flatMap(({ value }) => checkJson(value));
  const { value, text, style, span } = node;
  if (value === null && text === "" && style === "plain")
    return [{ span, message: "expected.stdout-json: expected a value, found nothing." }];
  if (typeof value === "number" && !isFiniteNumber(value))
    return [{ span, message: `expected.stdout-json: JSON cannot represent ${text}.` }];
  return [];
}

function requireDecision(testCase: YamlMap, map: YamlMap | undefined): readonly Complaint[] {
  if (findEntry(map, "decision")) return [];
  const { start } = (map ?? testCase).span;
  return [
    {
      span: { start, end: start },
      message: "expected.decision: expected allow, ask or deny, found nothing.",
    },
  ];
}

function refuseDecision(map: YamlMap | undefined): readonly Complaint[] {
  const key = findEntry(map, "decision")?.key;
  return key
    ? [
        {
          span: key.span,
          message: "expected.decision: only cases for hooks have a decision; this case runs a command.",
        },
      ]
    : [];
}
