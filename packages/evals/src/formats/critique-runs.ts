import { limits } from "@skillwright/core";
import { formatNumber } from "@skillwright/core/text";
import { readStatement } from "../trials/read-statement.ts";
import { type Roles, type RunResult, rolesOf } from "./benchmark.ts";
import type { EvalId } from "./evals-json.ts";
import { formatsLimits } from "./limits.ts";
import { medianOf, roundTo } from "./statistics.ts";

/**
 * Reviews the statements and measurements of runs: statements that always or never hold, that show the value of the
 * skill or waver between runs, and runs that took far longer than the others. One sentence per eval and kind, bounded
 * in total.
 */
export function critiqueRuns(runs: readonly RunResult[]): readonly string[] {
  const notes = [...critiqueStatements(runs), ...critiqueAmounts(runs)];
  if (notes.length <= formatsLimits.critiqueNotes) return notes;
  const shown = notes.slice(0, formatsLimits.critiqueNotes - 1);
  return [...shown, `${notes.length - shown.length} more notes like these.`];
}

/** Classifies statements by how they did on both sides: one sentence per eval and kind, the most important first. */
function critiqueStatements(runs: readonly RunResult[]): readonly string[] {
  const roles = rolesOf(runs.map(({ configuration }) => configuration));
  const evals = Map.groupBy(findStatements(runs), ({ evalId }) => evalId);
  return kinds.flatMap((kind) =>
    [...evals.values()].flatMap((all) => {
      const group = all.filter((statement) => kindOf(statement, roles) === kind);
      return describeGroup(group, { kind, total: all.length, roles });
    }),
  );
}

type Statement = Pick<RunResult, "evalId" | "evalName"> & {
  readonly text: string;
  /** By configuration: whether it held in each run. */
  readonly sides: ReadonlyMap<string, readonly boolean[]>;
};

function findStatements(runs: readonly RunResult[]): readonly Statement[] {
  const judged = runs.flatMap(({ grades, ...run }) => grades.map((grade) => ({ ...run, ...grade })));
  const groups = Map.groupBy(judged, ({ evalId, text }) => JSON.stringify([evalId, text]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const sides = Map.groupBy(group, ({ configuration }) => configuration);
    const held = new Map([...sides].map(([configuration, side]) => [configuration, heldByRun(side)]));
    return first ? [{ ...first, sides: held }] : [];
  });
}

/** A statement that a run has twice holds only if both grades passed. */
function heldByRun(side: readonly { readonly run: number; readonly passed: boolean }[]): readonly boolean[] {
  return [...Map.groupBy(side, ({ run }) => run).values()].map((grades) =>
    grades.every(({ passed }) => passed),
  );
}

/** `lucky`: varies between runs although it is checked mechanically. */
const kinds = ["harm", "unclear", "lucky", "never", "always", "worth"] as const;

type Kind = (typeof kinds)[number];

/** Undefined without a baseline: then nothing shows whether the skill made the difference. */
function kindOf({ sides, text }: Statement, { subject = "", baseline = "" }: Roles): Kind | undefined {
  if ([...sides.values()].some(isWavering)) return readStatement(text) ? "lucky" : "unclear";
  const [one] = sides.get(subject) ?? [];
  const [other] = sides.get(baseline) ?? [];
  if (one === undefined || other === undefined) return undefined;
  if (one === other) return one ? "always" : "never";
  return one ? "worth" : "harm";
}

function isWavering(side: readonly boolean[]): boolean {
  return side.some((passed) => passed !== side[0]);
}

type Group = { readonly kind: Kind; readonly total: number; readonly roles: Roles };

function describeGroup(group: readonly Statement[], { kind, total, roles }: Group): readonly string[] {
  const [first] = group;
  if (!first) return [];
  const isOne = group.length === 1;
  const text = `"${shorten(first.text)}"`;
  const who = isOne ? text : `${group.length} of ${total} statements`;
  const what =
    kind === "lucky" || kind === "unclear" ? describeWavering(group) : describeSettled(kind, roles);
  // Every kind but `worth` asks the author to look at the statement.
  const which = isOne || kind === "worth" ? "" : ` The first is ${text}.`;
  return [
    `${evalWords(first)}: ${who} ${isOne ? "holds" : "hold"} ${what}. ${meaningOf(kind, isOne)}${which}`,
  ];
}

function describeSettled(kind: Kind, { subject = "", baseline = "" }: Roles): string {
  const [one, other] = [sideWords(subject), sideWords(baseline)];
  if (kind === "always") return `in every run, ${one} and ${other}`;
  if (kind === "never") return `in no run, ${one} or ${other}`;
  return `only ${kind === "worth" ? one : other}`;
}

function describeWavering(group: readonly Statement[]): string {
  const [first] = group;
  if (!first || group.length > 1) return "in some runs and not in others";
  const wavering = [...first.sides].filter(([, side]) => isWavering(side));
  return wavering
    .map(([configuration, side]) => `in ${countWords(side)} ${sideWords(configuration)}`)
    .join(" and ");
}

function countWords(side: readonly boolean[]): string {
  return `${side.filter((passed) => passed).length} of ${side.length} runs`;
}

function meaningOf(kind: Kind, isOne: boolean): string {
  const it = isOne ? "It" : "They";
  const meanings: Readonly<Record<Kind, string>> = {
    harm: "The skill may do harm here.",
    unclear: `${it} may be ambiguous, or the outcome is down to chance.`,
    lucky: "The outcome is down to chance.",
    never: `${it} may be wrong, too hard, or not part of the task.`,
    always: `${it} ${isOne ? "says" : "say"} nothing about the skill.`,
    worth: "This is the value the skill adds.",
  };
  return meanings[kind];
}

function shorten(text: string): string {
  return text.length > limits.detailCharacters ? `${text.slice(0, limits.detailCharacters)}…` : text;
}

const amounts = [
  { key: "timeSeconds", verb: "took", unit: "s" },
  { key: "tokens", verb: "used", unit: "tokens" },
] as const;

type Amount = (typeof amounts)[number];

/**
 * Finds runs that took several times the median of their configuration; names the worst of each eval and counts the
 * rest.
 */
function critiqueAmounts(runs: readonly RunResult[]): readonly string[] {
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

function evalWords({ evalId, evalName }: { readonly evalId: EvalId; readonly evalName?: string }): string {
  return `Eval ${evalName ?? evalId}`;
}

/** Describes a configuration as one side of a comparison. */
function sideWords(configuration: string): string {
  return sides.get(configuration) ?? `of ${configuration}`;
}

const sides: ReadonlyMap<string, string> = new Map([
  ["with_skill", "with the skill"],
  ["without_skill", "without the skill"],
  ["new_skill", "with the new version"],
  ["old_skill", "with the old version"],
]);
