import { isJsonObject, parseJson } from "@skillwright/core/text";
import type { EvalDialect } from "../formats/evals-json.ts";
import type { ReadEvalFile } from "../formats/read-eval-file.ts";

/** The dialect of a `feedback.json`; `readFeedback` validates it. */
export function feedbackDialectOf(source: string): ReadEvalFile<EvalDialect | undefined> {
  const value = parseJson(source.replace(/^\ufeff/, ""));
  if (!isJsonObject(value) || Object.keys(value).length === 0)
    return { ok: true, value: undefined, notes: [] };
  return { ok: true, value: Array.isArray(value.reviews) ? "skill-creator" : "guide", notes: [] };
}
