import type { Clock } from "@skillwright/runtime";
import type { EvalInputs } from "./eval-inputs.ts";
import type { EvalHost } from "./eval-outcome.ts";
import type { EvalPlan } from "./eval-plan.ts";
import { runsLimits } from "./limits.ts";
import type { Staging } from "./staging.ts";

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

/** Counts consecutive failures of a model. */
type FaultWatch = {
  failed(message: string): void;
  worked(): void;
  /** The last message, once there were too many consecutive failures to continue. */
  verdict(): string | undefined;
};

export function createFaultWatch(most: number = runsLimits.evalFaults): FaultWatch {
  let last = "";
  let count = 0;
  return {
    failed: (message) => {
      count = kindOf(message) === kindOf(last) ? count + 1 : 1;
      last = message;
    },
    worked: () => {
      count = 0;
      last = "";
    },
    verdict: () => (count >= most ? last : undefined),
  };
}

/** Messages of the same kind differ in times and request ids. */
function kindOf(message: string): string {
  return message.replace(/\d+/g, "0");
}
