import type { Clock } from "@skillwright/runtime";
import type { EvalHost } from "./eval-outcome.ts";
import type { EvalPlan } from "./eval-plan.ts";
import type { EvalStage } from "./eval-stage.ts";
import type { FaultWatch } from "./fault-watch.ts";
import type { Unfinished } from "./unfinished.ts";

/** What the runs of one invocation share. */
export type Running = {
  readonly plan: EvalPlan;
  readonly host: EvalHost;
  readonly stage: EvalStage;
  readonly unfinished: Unfinished;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly faults: { readonly agent: FaultWatch; readonly judge: FaultWatch };
};

/** Why no further run should start. */
export function whyStopped({
  host,
  signal,
  faults,
}: Pick<Running, "host" | "signal" | "faults">): string | undefined {
  if (signal.aborted || host.enough?.aborted) return "Stopped before all runs were done.";
  const agent = faults.agent.verdict();
  if (agent !== undefined) return `The model failed several times in a row. ${agent}`;
  const judge = faults.judge.verdict();
  return judge === undefined ? undefined : `The judge failed several times in a row. ${judge}`;
}
