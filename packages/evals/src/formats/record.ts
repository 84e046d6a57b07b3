import type { Shape } from "@skillwright/core/parse";
import type { RecordShape } from "../testing/read-test-file.ts";

/** The shape of an object with these fields, some of them required. */
export function record(
  fields: Readonly<Record<string, Shape>>,
  required: readonly string[] = [],
): RecordShape {
  return { type: "record", fields, required };
}
