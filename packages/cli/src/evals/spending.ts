import type { TrialUsage } from "@skillwright/evals";
import type { EvalModels } from "./eval-models.ts";

/** Sums up model usage, and signals when the limit is reached. */
export type CostMeter = {
  add(usages: readonly TrialUsage[]): void;
  usages(): readonly TrialUsage[];
  /** Undefined when a price is unknown. */
  dollars(): number | undefined;
  /** Fires when the limit is reached. */
  readonly enough: AbortSignal;
};

export function createCostMeter(models: Pick<EvalModels, "cost">, most: number | undefined): CostMeter {
  const usages: TrialUsage[] = [];
  const enough = new AbortController();
  const dollars = (): number | undefined => models.cost(usages);
  return {
    add: (more) => {
      usages.push(...more);
      if (most !== undefined && (dollars() ?? 0) >= most) enough.abort();
    },
    usages: () => usages,
    dollars,
    enough: enough.signal,
  };
}
