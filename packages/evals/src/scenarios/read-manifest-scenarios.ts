import { limits } from "@skillwright/core";
import { findValue, typeName, type YamlNode, type YamlScalar } from "@skillwright/core/parse";
import { isJsonObject } from "@skillwright/core/text";
import type { ReadTestFile } from "../testing/case.ts";
import { type Complaint, toProblems } from "../testing/complaints.ts";
import { type ReadScenariosOptions, readScenarioList } from "./read-scenarios.ts";
import type { Scenario } from "./scenario.ts";

/**
 * Reads `testing.scenarios` of a parsed SKILL.md. Positions are no longer known, so all problems point at the
 * start of the file, in the order found. Other keys of `testing` belong to other tools.
 */
export function readManifestScenarios(
  testing: unknown,
  options: ReadScenariosOptions = {},
): ReadTestFile<readonly Scenario[]> {
  if (testing === undefined) return { ok: true, value: [] };
  const fail = (complaints: readonly Complaint[]): ReadTestFile<readonly Scenario[]> => ({
    ok: false,
    problems: toProblems(complaints, "", "SKILL.md"),
  });
  const node = toNode(testing, 0);
  if (node.kind !== "map")
    return fail([{ span, message: `testing: expected a mapping, found ${typeName(node)}.` }]);
  const list = findValue(node, "scenarios");
  if (list === undefined) return { ok: true, value: [] };
  const { value, complaints } = readScenarioList(list, "testing.scenarios", options);
  return complaints.length > 0 ? fail(complaints) : { ok: true, value };
}

const span = { start: 0, end: 0 };

function toNode(value: unknown, depth: number): YamlNode {
  // No manifest is this deep; stop at cycles.
  if (depth > limits.yamlDepth) return toScalar(null);
  if (Array.isArray(value))
    return { kind: "list", items: value.map((item) => toNode(item, depth + 1)), flow: false, span };
  if (!isJsonObject(value)) return toScalar(value);
  const entries = Object.entries(value).map(([name, entry]) => ({
    key: toScalar(name),
    value: toNode(entry, depth + 1),
  }));
  return { kind: "map", entries, flow: false, span };
}

function toScalar(value: unknown): YamlScalar {
  const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return {
    kind: "scalar",
    value: isPlain ? value : null,
    text: isPlain ? String(value) : "",
    style: "plain",
    span,
  };
}
