import { parseYaml } from "../parse/parse-yaml.ts";
import { describeShape, type Shape } from "../parse/shape.ts";
import { typeName, type YamlNode } from "../parse/yaml-node.ts";
import {
  type Complaint,
  findMismatches,
  findUnknownKeys,
  toComplaint,
  toProblems,
} from "../testing/complaints.ts";
import type { TestFileProblem } from "../testing/test-case.ts";

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
 * add keys of their own to these files, so one that is not known here is a note.
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
  if (!node) return fail([{ span: { start: 0, end: 0 }, message: "Expected a mapping, found nothing." }]);
  const root = findRootFault(node, kind.shape);
  if (root) return fail([root]);
  const { value, complaints = [], notes = [] } = kind.read(node);
  const all = [...findMismatches(node, kind.shape), ...complaints];
  const told = toProblems([...findUnknownKeys(node, kind.shape), ...notes], text, file);
  if (all.length === 0) return { ok: true, value, notes: told };
  return { ok: false, problems: toProblems(all, text, file), notes: told };
}

/** A file that is another thing altogether has nothing inside that could be looked at. */
export function findRootFault(node: YamlNode, shape: Shape): Complaint | undefined {
  const kind = shape.type === "list" ? "list" : "map";
  if (node.kind === kind) return undefined;
  return { span: node.span, message: `Expected ${describeShape(shape)}, found ${typeName(node)}.` };
}
