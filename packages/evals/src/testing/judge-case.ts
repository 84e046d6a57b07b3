import type { CasePlace } from "./case-place.ts";
import type { TestFailure } from "./failure.ts";
import { judgeRun } from "./judge-run.ts";
import { judgeSnapshot } from "./judge-snapshot.ts";
import type { Observed } from "./observed.ts";
import { type KeptSnapshot, openSnapshot } from "./open-snapshot.ts";
import { toSnapshot } from "./to-snapshot.ts";
import { tryExpression } from "./try-expression.ts";

/** Judges a case. Compares its snapshot, or saves it when everything else passes. */
export function judgeCase(observed: Observed, { ready, copy, host }: CasePlace): Judged {
  const { expected } = ready.test;
  const failures = judgeRun(expected, observed, tryExpression);
  const isWhole = failures.every(({ kind }) => kind !== "stopped" && kind !== "truncated");
  if (!expected.snapshot || !isWhole) return { failures };
  const snapshot = openSnapshot(ready, host.fs);
  const options = { folders: [copy.directory, copy.scratch] };
  if (host.snapshots !== "update")
    return { failures: [...failures, ...judgeSnapshot(snapshot.read(), observed, options)] };
  if (failures.length > 0) return { failures };
  return { failures, snapshot: snapshot.keep(toSnapshot(observed, options)) };
}

type Judged = { readonly failures: readonly TestFailure[]; readonly snapshot?: KeptSnapshot };
