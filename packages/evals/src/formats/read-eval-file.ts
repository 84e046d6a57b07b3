import { describeShape, parseYaml, type Shape, typeName, type YamlNode } from "@skillwright/core/parse";
import type { TestFileProblem } from "../testing/case.ts";
import {
  type Complaint,
  findMismatches,
  findUnknownKeys,
  toComplaint,
  toProblems,
} from "../testing/complaints.ts";

/** A file that was read, or all that is wrong with it; and what is worth a word but no mistake. */
export type ReadEvalFile<Value> = { readonly notes: readonly TestFileProblem[] } & (
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly TestFileProblem[] }
);

/** What a file must look like, and what becomes of it. */
export type EvalFileKind<Value> = {
  /** Where the text is not in the language of its file; YAML when nothing is said. */
  readonly syntaxFault?: (text: string) => Complaint | undefined;
  /** A record or a list. */
  readonly shape: Shape;
  /** It is asked also when the shape does not fit, so that all is told at once. */
  readonly read: (node: YamlNode) => EvalRead<Value>;
};

export type EvalRead<Value> = {
  readonly value: Value;
  readonly complaints?: readonly Complaint[];
  readonly notes?: readonly Complaint[];
};

/**
 * Reads JSON or YAML that an author wrote for evals. Everything that is wrong is told at once, with line and column. Tools
 * add keys of their own to these files, so one that is not known here is a note, unless it is near to one that is: what it says
 * would never be looked at.
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

/** A file that is another thing altogether has nothing inside that could be looked at. */
export function findRootFault(node: YamlNode, shape: Shape): Complaint | undefined {
  const kind = shape.type === "list" ? "list" : "map";
  return node.kind === kind ? undefined : toRootFault(node, shape);
}

function toRootFault(node: YamlNode | undefined, shape: Shape): Complaint {
  const message = `Expected ${describeRoot(shape)}, found ${node ? typeName(node) : "nothing"}.`;
  return { span: node?.span ?? { start: 0, end: 0 }, message };
}

/** Words for what a file has to be, with the keys that it cannot be without. */
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
