import { limits } from "@skillwright/core";
import { readStatement } from "../trials/read-statement.ts";
import type { RunResult } from "./benchmark.ts";
import { evalWords, sideWords } from "./critique-words.ts";
import { type Roles, rolesOf } from "./roles.ts";

/** Classifies statements by how they did on both sides: one sentence per eval and kind, the most important first. */
export function critiqueStatements(runs: readonly RunResult[]): readonly string[] {
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
