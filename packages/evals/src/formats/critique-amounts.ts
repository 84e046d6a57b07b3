import { formatNumber } from "@skillwright/core/text";
import type { RunResult } from "./benchmark.ts";
import { evalWords, sideWords } from "./critique-words.ts";
import { medianOf, roundTo } from "./statistics.ts";

const amounts = [
  { key: "timeSeconds", verb: "took", unit: "s" },
  { key: "tokens", verb: "used", unit: "tokens" },
] as const;

type Amount = (typeof amounts)[number];

/**
 * Finds runs that took several times the median of their configuration; names the worst of each eval and counts the
 * rest.
 */
export function critiqueAmounts(runs: readonly RunResult[]): readonly string[] {
  const sides = Map.groupBy(runs, ({ configuration }) => configuration);
  return amounts.flatMap((amount) => {
    const found = [...sides.values()].flatMap((side) => findOutliers(side, amount.key));
    const evals = Map.groupBy(found, ({ run }) => run.evalId);
    return [...evals.values()].flatMap((group) => describeOutliers(group, amount));
  });
}

/** The factor that the guides recommend looking at. */
const outlierFactor = 3;
/** With two values there is no outlier. */
const fewestToCompare = 3;

type Outlier = { readonly run: RunResult; readonly value: number; readonly usual: number };

function findOutliers(side: readonly RunResult[], key: Amount["key"]): readonly Outlier[] {
  const values = side.flatMap((run) => run[key] ?? []);
  if (values.length < fewestToCompare) return [];
  const usual = medianOf(values);
  return side.flatMap((run) => {
    const value = run[key];
    return value === undefined || usual <= 0 || value < outlierFactor * usual ? [] : [{ run, value, usual }];
  });
}

function describeOutliers(outliers: readonly Outlier[], { verb, unit }: Amount): readonly string[] {
  const [worst] = outliers.toSorted((one, other) => other.value / other.usual - one.value / one.usual);
  if (!worst) return [];
  const { run, value, usual } = worst;
  const much = `${verb} ${toAmount(value)} ${unit}, ${roundTo(value / usual, 1)} times the median of ${toAmount(usual)}`;
  const more = outliers.length - 1;
  const rest = more === 0 ? "" : ` The same applies to ${more} more of its runs.`;
  return [
    `${evalWords(run)}: run ${run.run} ${sideWords(run.configuration)} ${much}. Read its transcript.${rest}`,
  ];
}

function toAmount(value: number): string {
  return formatNumber(value < 100 ? roundTo(value, 1) : Math.round(value));
}
