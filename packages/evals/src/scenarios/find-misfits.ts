import type { YamlNode } from "@skillwright/core/parse";
import { type Complaint, findMismatches, findUnknownKeys } from "../testing/complaints.ts";
import type { RecordShape } from "../testing/read-test-file.ts";

/** A value that was read, and what is wrong with it. */
export type ReadPart<Value> = { readonly value: Value; readonly complaints: readonly Complaint[] };

/** Reports where a node departs from its shape, and its unknown keys. */
export function findMisfits(node: YamlNode, shape: RecordShape, place: string): readonly Complaint[] {
  const mismatches = findMismatches(node, shape).map(({ span, message }) => ({
    span,
    // A message about the node itself has no path, only a colon.
    message: message.startsWith(":") ? `${place}${message}` : joinPlace(place, message),
  }));
  return [...findUnknownKeys(node, shape, place), ...mismatches];
}

export function joinPlace(place: string, key: string): string {
  return place === "" ? key : `${place}.${key}`;
}
