import { findValue, readMap, readText, readTexts, text, texts } from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import type { RecordShape } from "../testing/read-test-file.ts";
import type { EvalId } from "./output-eval.ts";
import type { ReadEvalFile } from "./read-eval-file.ts";
import { readEvalId } from "./read-evals.ts";
import { readResultFile } from "./read-result-file.ts";
import { toJsonText } from "./to-json-text.ts";

/** The eval that the runs in a folder belong to: `eval_metadata.json`. */
export type EvalMetadata = {
  readonly evalId: EvalId;
  readonly evalName?: string;
  readonly prompt: string;
  readonly assertions: readonly string[];
};

/** The text of `eval_metadata.json`. */
export function toEvalMetadataText({ evalId, evalName, prompt, assertions }: EvalMetadata): string {
  return toJsonText({ eval_id: evalId, eval_name: evalName, prompt, assertions });
}

/** Reads `eval_metadata.json`. */
export function readEvalMetadata(source: string, file: string): ReadEvalFile<EvalMetadata> {
  return readResultFile(source, file, {
    shape,
    read: (node) => {
      const map = readMap(node);
      const list = (key: string): readonly string[] => readTexts(findValue(map, key)) ?? [];
      return {
        value: compact<EvalMetadata>({
          evalId: readEvalId(findValue(map, "eval_id")) ?? "",
          evalName: readText(findValue(map, "eval_name")),
          prompt: readText(findValue(map, "prompt")) ?? "",
          assertions: [...new Set([...list("assertions"), ...list("expectations")])],
        }),
      };
    },
  });
}

const shape: RecordShape = {
  type: "record",
  fields: { eval_id: text, eval_name: text, prompt: text, assertions: texts, expectations: texts },
  required: ["eval_id"],
};
