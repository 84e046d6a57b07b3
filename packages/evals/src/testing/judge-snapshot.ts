import { diffLines } from "./diff-lines.ts";
import type { TestFailure } from "./failure.ts";
import type { Observed } from "./observed.ts";
import { type SnapshotOptions, toSnapshot } from "./to-snapshot.ts";

type SnapshotFailure = Extract<TestFailure, { readonly kind: "snapshot" }>;

/** Compares the streams with the saved snapshot; undefined when there is none. */
export function judgeSnapshot(
  kept: string | undefined,
  observed: Observed,
  options: SnapshotOptions,
): readonly SnapshotFailure[] {
  if (kept === undefined) return [{ kind: "snapshot", expected: "a kept snapshot", actual: [] }];
  // Git may have changed the file's line breaks and an editor its last one; line breaks of the streams are
  // escaped.
  const before = kept.replaceAll("\r\n", "\n").replace(/\n$/, "");
  const now = toSnapshot(observed, options).replace(/\n$/, "");
  return before === now ? [] : [{ kind: "snapshot", expected: "as kept", actual: diffLines(before, now) }];
}
