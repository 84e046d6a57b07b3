import type { Shape, YamlNode } from "@skillwright/core/parse";
import { evalsLimits } from "../limits.ts";
import { type Complaint, findJsonFault, findMismatches, toProblems } from "../testing/read-test-file.ts";

import { type EvalRead, findRootFault, type ReadEvalFile } from "./read-eval-file.ts";
import { readJsonNode } from "./read-json-node.ts";

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
