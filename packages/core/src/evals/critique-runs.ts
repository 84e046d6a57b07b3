import { limits } from "../limits.ts";
import { formatNumber } from "../text/format-number.ts";
import type { RunResult } from "./benchmark.ts";
import type { EvalId } from "./output-eval.ts";
import { rolesOf } from "./roles.ts";
import { medianOf, roundTo } from "./statistics.ts";

/**
 * What the runs say about their own statements and measurements, as sentences for people: statements that tell nothing
 * about the skill, those that tell its worth, those that waver, and runs that took far more than the others.
 */
export function critiqueRuns(runs: readonly RunResult[]): readonly string[] {
  return [...critiqueStatements(runs), ...critiqueAmounts(runs)];
}

function critiqueStatements(runs: readonly RunResult[]): readonly string[] {
  const { subject, baseline } = rolesOf(runs.map(({ configuration }) => configuration));
  return findStatements(runs).flatMap((statement) => {
    const one = statement.sides.get(subject ?? "");
    const other = statement.sides.get(baseline ?? "");
    const pair = one && other && critiquePair([one, other], [sideOf(subject ?? ""), sideOf(baseline ?? "")]);
    const remarks = pair === undefined ? critiqueWavering(statement) : [pair];
    return remarks.map((remark) => `${nameOf(statement)}: "${shorten(statement.text)}" ${remark}`);
  });
}

type Statement = Pick<RunResult, "evalId" | "evalName"> & {
  readonly text: string;
  /** By configuration: whether it held, run by run. */
  readonly sides: ReadonlyMap<string, readonly boolean[]>;
};

function findStatements(runs: readonly RunResult[]): readonly Statement[] {
  const judged = runs.flatMap(({ grades, ...run }) => grades.map((grade) => ({ ...run, ...grade })));
  const groups = Map.groupBy(judged, ({ evalId, text }) => JSON.stringify([evalId, text]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const sides = Map.groupBy(group, ({ configuration }) => configuration);
    return first
      ? [
          {
            ...first,
            sides: new Map([...sides].map(([key, side]) => [key, side.map(({ passed }) => passed)])),
          },
        ]
      : [];
  });
}

/** What both sides together say; undefined when nothing, or when a side wavers. */
function critiquePair(
  [one, other]: readonly [readonly boolean[], readonly boolean[]],
  [subject, baseline]: readonly [string, string],
): string | undefined {
  const [first, second] = [settledOf(one), settledOf(other)];
  if (first === undefined || second === undefined) return undefined;
  const both = `${subject} and ${baseline}`;
  if (first && second) return `holds in every run, ${both}. It says nothing about the skill.`;
  if (!first && !second)
    return `holds in no run, ${both}. It may be wrong, too hard, or not what was asked for.`;
  return first
    ? `holds in every run ${subject} and in none ${baseline}. This is what the skill is worth.`
    : `holds in every run ${baseline} and in none ${subject}. The skill may do harm here.`;
}

/** Whether it always held or never; undefined where runs differ. */
function settledOf(side: readonly boolean[]): boolean | undefined {
  return side.every((passed) => passed === side[0]) ? side[0] : undefined;
}

function critiqueWavering({ sides }: Statement): readonly string[] {
  return [...sides].flatMap(([configuration, side]) => {
    if (settledOf(side) !== undefined) return [];
    const passed = side.filter((one) => one).length;
    return [
      `holds in ${passed} of ${side.length} runs ${sideOf(configuration)}. It can be read in two ways, or the outcome is a matter of luck.`,
    ];
  });
}

const amounts = [
  { key: "timeSeconds", verb: "took", unit: "s" },
  { key: "tokens", verb: "used", unit: "tokens" },
] as const;

/** Runs that took several times what is usual on their side. */
function critiqueAmounts(runs: readonly RunResult[]): readonly string[] {
  const sides = Map.groupBy(runs, ({ configuration }) => configuration);
  return [...sides].flatMap(([configuration, side]) =>
    amounts.flatMap(({ key, verb, unit }) => {
      const values = side.flatMap((run) => run[key] ?? []);
      if (values.length < fewestToCompare) return [];
      const usual = medianOf(values);
      return side.flatMap((run) => {
        const value = run[key];
        if (value === undefined || usual <= 0 || value < outlierFactor * usual) return [];
        const much = `${verb} ${toAmount(value)} ${unit}, ${roundTo(value / usual, 1)} times the median of ${toAmount(usual)}`;
        return [`${nameOf(run)}: run ${run.run} ${sideOf(configuration)} ${much}. Read its transcript.`];
      });
    }),
  );
}

/** The guides': three times as much is worth a look. */
const outlierFactor = 3;
/** Of two values neither can be the odd one. */
const fewestToCompare = 3;

function toAmount(value: number): string {
  return formatNumber(value < 100 ? roundTo(value, 1) : Math.round(value));
}

function nameOf({ evalId, evalName }: { readonly evalId: EvalId; readonly evalName?: string }): string {
  return `Eval ${evalName ?? evalId}`;
}

function shorten(text: string): string {
  return text.length > limits.detailCharacters ? `${text.slice(0, limits.detailCharacters)}…` : text;
}

function sideOf(configuration: string): string {
  return sides.get(configuration) ?? `of ${configuration}`;
}

const sides: ReadonlyMap<string, string> = new Map([
  ["with_skill", "with the skill"],
  ["without_skill", "without the skill"],
  ["new_skill", "with the new version"],
  ["old_skill", "with the old version"],
]);
