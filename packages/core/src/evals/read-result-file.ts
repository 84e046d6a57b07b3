import { limits } from "../limits.ts";
import type { Shape } from "../parse/shape.ts";
import type { YamlNode } from "../parse/yaml-node.ts";
import { type Complaint, findMismatches, toProblems } from "../testing/complaints.ts";
import { findJsonFault } from "../testing/find-json-fault.ts";
import { isJsonObject, parseJson } from "../text/parse-json.ts";
import { type EvalRead, findRootFault, type ReadEvalFile } from "./read-eval-file.ts";

/**
 * Reads JSON that a program or a model wrote: larger than what authors write, and with places by path, not by line. Keys
 * that are not known are nobody's mistake, and not told.
 */
export function readResultFile<Value>(
  source: string,
  file: string,
  { shape, read }: { readonly shape: Shape; readonly read: (node: YamlNode) => EvalRead<Value> },
): ReadEvalFile<Value> {
  const fail = (complaints: readonly Complaint[]): ReadEvalFile<Value> => ({
    ok: false,
    problems: toProblems(complaints, source, file),
    notes: [],
  });
  if (source.length > limits.evalResultCharacters)
    return fail([{ span: nowhere, message: "The file is too large." }]);
  const fault = findJsonFault(source);
  if (fault) return fail([fault]);
  const node = toNode(parseJson(source.replace(/^\ufeff/, "")), limits.evalResultDepth);
  if (!node) return fail([{ span: nowhere, message: "There are too many levels." }]);
  const root = findRootFault(node, shape);
  if (root) return fail([root]);
  const { value, complaints = [], notes = [] } = read(node);
  const all = [...findMismatches(node, shape), ...complaints];
  const told = toProblems(notes, source, file);
  if (all.length === 0) return { ok: true, value, notes: told };
  return { ok: false, problems: toProblems(all, source, file), notes: told };
}

const nowhere = { start: 0, end: 0 };

/** JSON as the nodes that shapes and readers know; undefined when it is too deep. */
function toNode(value: unknown, levels: number): YamlNode | undefined {
  if (levels === 0) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item) => toNode(item, levels - 1));
    return items.every((item) => item !== undefined)
      ? { kind: "list", items, flow: true, span: nowhere }
      : undefined;
  }
  if (!isJsonObject(value)) return toScalar(value);
  const entries = Object.entries(value).map(([key, member]) => ({
    key: toScalar(key),
    value: toNode(member, levels - 1),
  }));
  const whole = entries.filter((entry): entry is Extract<typeof entry, { value: YamlNode }> => {
    return entry.value !== undefined;
  });
  return whole.length === entries.length
    ? { kind: "map", entries: whole, flow: true, span: nowhere }
    : undefined;
}

function toScalar(value: unknown): Extract<YamlNode, { kind: "scalar" }> {
  const known =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
  return { kind: "scalar", value: known, text: String(known), style: "double-quoted", span: nowhere };
}
