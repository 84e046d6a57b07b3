import { diffLines } from "./diff-lines.ts";
import type { TestFailure } from "./failure.ts";
import type { Observed } from "./observed.ts";
import { type SnapshotOptions, toSnapshot } from "./to-snapshot.ts";

type SnapshotFailure = Extract<TestFailure, { readonly kind: "snapshot" }>;

/** How the streams depart from those that were kept; undefined stands for none that were. */
export function judgeSnapshot(
  kept: string | undefined,
  observed: Observed,
  options: SnapshotOptions,
): readonly SnapshotFailure[] {
  if (kept === undefined) return [{ kind: "snapshot", expected: "a kept snapshot", actual: [] }];
  // Git may have changed the line breaks of the file, and an editor its end; those of the streams are spelled out.
  const before = kept.replaceAll("\r\n", "\n").replace(/\n$/, "");
  const now = toSnapshot(observed, options).replace(/\n$/, "");
  return before === now ? [] : [{ kind: "snapshot", expected: "as kept", actual: diffLines(before, now) }];
}
