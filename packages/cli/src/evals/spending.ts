import type { TrialUsage } from "@skillwright/evals";
import type { EvalModels } from "./eval-models.ts";

/** Counts what models used, and says when it is enough. */
export type Spending = {
  add(usages: readonly TrialUsage[]): void;
  usages(): readonly TrialUsage[];
  /** Undefined when a price is not known. */
  dollars(): number | undefined;
  /** Fires when more was spent than allowed. */
  readonly enough: AbortSignal;
};

export function createSpending(models: Pick<EvalModels, "cost">, most: number | undefined): Spending {
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
