import { limits } from "@skillwright/core";
import { findValue, typeName, type YamlNode, type YamlScalar } from "@skillwright/core/parse";
import { isJsonObject } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import type { ReadTestFile } from "../testing/case.ts";
import type { FixtureOptions } from "../testing/check-values.ts";
import {
  type Complaint,
  failTestFile,
  findJsonFault,
  findUnknownKeys,
  type ReadPart,
  readTestRoot,
  rootFault,
} from "../testing/read-test-file.ts";
import { findDuplicateNames, readScenario } from "./read-scenario.ts";
import type { Scenario } from "./scenario.ts";

/**
 * Reads scenarios in JSON or YAML: one, a list, or `{scenarios: […]}`; each in OmniForge's shape with
 * `cases`, or in the hub's flat shape with a single case. Reports all problems at once, with line and column.
 */
export function readScenarios(
  source: string,
  file: string,
  options: FixtureOptions = {},
): ReadTestFile<readonly Scenario[]> {
  return readTestRoot(source, file, {
    ...(file.endsWith(".json") && { syntaxFault: findJsonFault }),
    read: (root) => readRoot(root, options),
  });
}

function readRoot(
  node: YamlNode | undefined,
  options: FixtureOptions,
): ReadPart<readonly Scenario[]> | Complaint {
  if (node?.kind === "list") return readScenarioList(node, "", options);
  if (node?.kind !== "map")
    return rootFault(node, "a scenario, a list of scenarios or a mapping with scenarios");
  const list = findValue(node, "scenarios");
  if (list === undefined) {
    const { value, complaints } = readScenario(node, "", options);
    return { value: [value], complaints: [...findExcessCases([value], node, ""), ...complaints] };
  }
  const { value, complaints } = readScenarioList(list, "scenarios", options);
  return { value, complaints: [...findUnknownKeys(node, listShape), ...complaints] };
}

const listShape = { type: "record", fields: { scenarios: { type: "anything" } } } as const;

/** Reads a list of scenarios at a place in its file. */
function readScenarioList(
  node: YamlNode,
  place: string,
  options: FixtureOptions,
): ReadPart<readonly Scenario[]> {
  const { span } = node;
  if (node.kind !== "list")
    return {
      value: [],
      complaints: [{ span, message: `${place}: expected a list of scenarios, found ${typeName(node)}.` }],
    };
  const read = node.items.map((item, index) => readScenario(item, `${place}[${index}]`, options));
  const value = read.map((one) => one.value);
  const none = { span, message: `${headOf(place)}expected scenarios, found none.` };
  return {
    value,
    complaints: [
      ...(read.length === 0 ? [none] : []),
      ...findExcessCases(value, node, place),
      ...read.flatMap(({ complaints }) => complaints),
      ...findDuplicateNames(node, place),
    ],
  };
}

function findExcessCases(
  scenarios: readonly Scenario[],
  { span }: YamlNode,
  place: string,
): readonly Complaint[] {
  const most = evalsLimits.testCases;
  const count = scenarios.reduce((sum, { cases }) => sum + cases.length, 0);
  if (count <= most) return [];
  return [{ span, message: `${headOf(place)}expected at most ${most} cases, found ${count}.` }];
}

function headOf(place: string): string {
  return place === "" ? "" : `${place}: `;
}

/**
 * Reads `testing.scenarios` of a parsed SKILL.md. Positions are no longer known, so all problems point at the
 * start of the file, in the order found. Other keys of `testing` belong to other tools.
 */
export function readManifestScenarios(
  testing: unknown,
  options: FixtureOptions = {},
): ReadTestFile<readonly Scenario[]> {
  if (testing === undefined) return { ok: true, value: [] };
  const fail = (complaints: readonly Complaint[]): ReturnType<typeof failTestFile> =>
    failTestFile(complaints, "", "SKILL.md");
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
