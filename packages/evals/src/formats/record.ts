import type { Shape } from "@skillwright/core/parse";
import type { RecordShape } from "../testing/read-test-file.ts";

/** The shape of an object with these fields, of which some must be there. */
export function record(
  fields: Readonly<Record<string, Shape>>,
  required: readonly string[] = [],
): RecordShape {
  return { type: "record", fields, required };
}
