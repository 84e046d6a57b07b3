import { describeShape, parseYaml, type Shape, typeName, type YamlNode } from "@skillwright/core/parse";
import { evalsLimits } from "../limits.ts";
import type { TestFileProblem } from "../testing/case.ts";
import {
  type Complaint,
  findJsonFault,
  findMismatches,
  findUnknownKeys,
  type RecordShape,
  toComplaint,
  toProblems,
} from "../testing/read-test-file.ts";
import { readJsonNode } from "./read-json-node.ts";

/** A parsed file or its problems, plus notes that are not errors. */
export type ReadEvalFile<Value> = { readonly notes: readonly TestFileProblem[] } & (
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly TestFileProblem[] }
);

/** The shape of a file, and how to convert it. */
export type EvalFileKind<Value> = {
  /** Finds a syntax error; the file is YAML when absent. */
  readonly syntaxFault?: (text: string) => Complaint | undefined;
  /** A record or a list. */
  readonly shape: Shape;
  /** Also called when the shape does not match, so that all problems are reported at once. */
  readonly read: (node: YamlNode) => EvalRead<Value>;
};

export type EvalRead<Value> = {
  readonly value: Value;
  readonly complaints?: readonly Complaint[];
  readonly notes?: readonly Complaint[];
};

/**
 * Reads JSON or YAML that an author wrote for evals. Reports all problems at once, with line and column. Tools add
 * their own keys to these files, so an unknown key is a note, unless it looks like a typo of a known one.
 */
export function readEvalFile<Value>(
  text: string,
  file: string,
  kind: EvalFileKind<Value>,
): ReadEvalFile<Value> {
  const fail = (complaints: readonly Complaint[]): ReadEvalFile<Value> => ({
    ok: false,
    problems: toProblems(complaints, text, file),
    notes: [],
  });
  const fault = kind.syntaxFault?.(text);
  if (fault) return fail([fault]);
  const { node, problems } = parseYaml(text);
  if (problems.length > 0) return fail(problems.map(toComplaint));
  if (!node) return fail([toRootFault(undefined, kind.shape)]);
  const root = findRootFault(node, kind.shape);
  if (root) return fail([root]);
  const { value, complaints = [], notes = [] } = kind.read(node);
  const unknown = findUnknownKeys(node, kind.shape);
  const misspelt = unknown.filter(({ near }) => near !== undefined);
  const foreign = unknown.filter(({ near }) => near === undefined);
  const all = [...misspelt, ...findMismatches(node, kind.shape), ...complaints];
  const told = toProblems([...foreign, ...notes], text, file);
  if (all.length === 0) return { ok: true, value, notes: told };
  return { ok: false, problems: toProblems(all, text, file), notes: told };
}

/** The root has the wrong type, so nothing inside can be checked. */
function findRootFault(node: YamlNode, shape: Shape): Complaint | undefined {
  const kind = shape.type === "list" ? "list" : "map";
  return node.kind === kind ? undefined : toRootFault(node, shape);
}

function toRootFault(node: YamlNode | undefined, shape: Shape): Complaint {
  const message = `Expected ${describeRoot(shape)}, found ${node ? typeName(node) : "nothing"}.`;
  return { span: node?.span ?? { start: 0, end: 0 }, message };
}

/** Describes the expected root, with its required keys. */
function describeRoot(shape: Shape): string {
  const part = shape.type === "list" ? shape.item : shape;
  if (part.type !== "record") return describeShape(shape);
  const keys = (part.required ?? []).map((key) => {
    const field = part.fields[key];
    return field?.type === "list" && field.item.type === "record" ? `${key} (${describeRoot(field)})` : key;
  });
  const words = keys.length > 1 ? `${keys.slice(0, -1).join(", ")} and ${keys.at(-1)}` : keys.join("");
  return words === "" ? describeShape(shape) : `${describeShape(shape)} with ${words}`;
}

/** Reads JSON written by a program or a model, which can be large. Unknown keys are ignored. */
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
  if (source.length > evalsLimits.evalResultCharacters)
    return fail([{ span: nowhere, message: "The file is too large." }]);
  const fault = findJsonFault(source);
  if (fault) return fail([fault]);
  const node = readJsonNode(source, evalsLimits.evalResultDepth);
  if (!node) return fail([{ span: nowhere, message: "The file is nested too deeply." }]);
  const root = findRootFault(node, shape);
  if (root) return fail([root]);
  const { value, complaints = [], notes = [] } = read(node);
  const all = [...findMismatches(node, shape), ...complaints];
  const told = toProblems(notes, source, file);
  if (all.length === 0) return { ok: true, value, notes: told };
  return { ok: false, problems: toProblems(all, source, file), notes: told };
}

const nowhere = { start: 0, end: 0 };

/** The shape of an object with these fields, some of them required. */
export function record(
  fields: Readonly<Record<string, Shape>>,
  required: readonly string[] = [],
): RecordShape {
  return { type: "record", fields, required };
}

/** Formats a value as a JSON file; undefined members are omitted. */
export function toJsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
