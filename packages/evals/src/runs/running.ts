import type { Clock } from "@skillwright/runtime";
import type { EvalHost } from "./eval-outcome.ts";
import type { EvalPlan } from "./eval-plan.ts";
import type { EvalInputs } from "./eval-stage.ts";
import type { FaultWatch } from "./fault-watch.ts";
import type { Staging } from "./unfinished.ts";

/** What the runs of one invocation share. */
export type EvalSession = {
  readonly plan: EvalPlan;
  readonly host: EvalHost;
  readonly inputs: EvalInputs;
  readonly staging: Staging;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly faults: { readonly agent: FaultWatch; readonly judge: FaultWatch };
};

/** Why no further run should start. */
export function stopReason({
  host,
  signal,
  faults,
}: Pick<EvalSession, "host" | "signal" | "faults">): string | undefined {
  if (signal.aborted || host.enough?.aborted) return "Stopped before all runs were done.";
  const agent = faults.agent.verdict();
  if (agent !== undefined) return `The model failed several times in a row. ${agent}`;
  const judge = faults.judge.verdict();
  return judge === undefined ? undefined : `The judge failed several times in a row. ${judge}`;
}
