import type { Shape } from "@skillwright/core/parse";
import { parseYaml, typeName, type YamlMap } from "@skillwright/core/parse";
import type { ReadTestFile } from "./case.ts";
import { type Complaint, findMismatches, findUnknownKeys, toComplaint, toProblems } from "./complaints.ts";

export type RecordShape = Extract<Shape, { readonly type: "record" }>;

/** How to check and read one kind of file. */
export type TestFileKind<Value> = {
  /** Finds a syntax error before the text is parsed as YAML. */
  readonly syntaxFault?: (text: string) => Complaint | undefined;
  readonly shape: RecordShape;
  /**
   * Reads the value and finds what a shape cannot express. Also called when the shape does not match, so that
   * all problems are reported at once.
   */
  readonly read: (map: YamlMap) => { readonly value: Value; readonly complaints: readonly Complaint[] };
};

/** Reads JSON or YAML written by an author. Reports all problems at once, with line and column. */
export function readTestFile<Value>(
  text: string,
  file: string,
  { syntaxFault, shape, read }: TestFileKind<Value>,
): ReadTestFile<Value> {
  const fail = (complaints: readonly Complaint[]): ReadTestFile<Value> => ({
    ok: false,
    problems: toProblems(complaints, text, file),
  });
  const fault = syntaxFault?.(text);
  if (fault) return fail([fault]);
  const { node, problems } = parseYaml(text);
  if (problems.length > 0) return fail(problems.map(toComplaint));
  if (node?.kind !== "map")
    return fail([
      {
        span: node?.span ?? { start: 0, end: 0 },
        message: `Expected a mapping, found ${node ? typeName(node) : "nothing"}.`,
      },
    ]);
  const { value, complaints } = read(node);
  const all = [...findUnknownKeys(node, shape), ...findMismatches(node, shape), ...complaints];
  return all.length > 0 ? fail(all) : { ok: true, value };
}
