import type { YamlNode } from "@skillwright/core/parse";
import { type Complaint, findMismatches, findUnknownKeys } from "../testing/complaints.ts";
import type { RecordShape } from "../testing/read-test-file.ts";

/** What was read, and what speaks against it. */
export type ReadPart<Value> = { readonly value: Value; readonly complaints: readonly Complaint[] };

/** Where something at a place of its file departs from its shape, and which of its keys are not known. */
export function findMisfits(node: YamlNode, shape: RecordShape, place: string): readonly Complaint[] {
  const mismatches = findMismatches(node, shape).map(({ span, message }) => ({
    span,
    // The whole has no path of its own, only a colon.
    message: message.startsWith(":") ? `${place}${message}` : joinPlace(place, message),
  }));
  return [...findUnknownKeys(node, shape, place), ...mismatches];
}

export function joinPlace(place: string, key: string): string {
  return place === "" ? key : `${place}.${key}`;
}
