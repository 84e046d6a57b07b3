import { formatNumber } from "@skillwright/core/text";
import type { EvalPlan, TriggerPlan } from "@skillwright/evals";
import { formatCost } from "@skillwright/evals";
import { countOf } from "../terminal/count-of.ts";
import { oneLine } from "../terminal/fit-text.ts";
import { wrapText } from "../terminal/text-width.ts";
import type { EvalModels } from "./eval-models.ts";

/** What is to be run. */
export type PlannedEvals = {
  readonly outputs: EvalPlan | undefined;
  readonly triggers: Extract<TriggerPlan, { status: "ready" }> | undefined;
  /** How many descriptions are tried at most, where a better one is looked for. */
  readonly descriptions?: number;
};

/** What the whole plan comes to. */
export type PlanTotals = {
  readonly calls: number;
  readonly judgeCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Dollars; undefined when a price is not known. */
  readonly cost: number | undefined;
  readonly basis: "measured" | "assumed";
};

export function totalsOf({ outputs, triggers }: PlannedEvals, models: EvalModels): PlanTotals {
  const run = outputs?.estimate;
  const tries = triggers?.estimate;
  const judgeCalls = (run?.judgeCalls ?? 0) + (run?.comparisonCalls ?? 0);
  const inputTokens = (run?.inputTokens ?? 0) + (tries?.inputTokens ?? 0);
  const outputTokens = (run?.outputTokens ?? 0) + (tries?.outputTokens ?? 0);
  const judged = { inputTokens: run?.judgeInputTokens ?? 0, outputTokens: run?.judgeOutputTokens ?? 0 };
  const usage = (
    model: string,
    input: number,
    output: number,
  ): Parameters<EvalModels["cost"]>[0][number] => ({
    ...{ model, inputTokens: input, cachedInputTokens: 0, outputTokens: output },
  });
  const { agent, judge } = models;
  const own = usage(
    agent.model.modelId,
    inputTokens - judged.inputTokens,
    outputTokens - judged.outputTokens,
  );
  const graded =
    judge === undefined ? [] : [usage(judge.model.modelId, judged.inputTokens, judged.outputTokens)];
  return {
    calls: (run?.agentCalls ?? 0) + (tries?.calls ?? 0),
    judgeCalls,
    inputTokens,
    outputTokens,
    cost: models.cost([own, ...graded]),
    basis: run?.basis ?? "assumed",
  };
}

/** What will be run and what that may cost, for the person who is about to pay for it. */
export function formatPlan(
  planned: PlannedEvals,
  models: EvalModels,
  { columns, place }: { readonly columns: number; readonly place: string },
): string {
  const { outputs, triggers } = planned;
  const totals = totalsOf(planned, models);
  const lines = [
    ...(outputs === undefined ? [] : [describeRuns(outputs)]),
    ...(triggers === undefined ? [] : [describeTries(triggers)]),
    ...(planned.descriptions === undefined ? [] : [`for each of up to ${planned.descriptions} descriptions`]),
    describeCalls(totals, models),
    `Results go to ${place}.`,
    ...[...(outputs?.notes ?? []), ...(triggers?.notes ?? []).map(({ message }) => message)].map(
      (note) => `note: ${note}`,
    ),
  ];
  return lines
    .flatMap((line) =>
      wrapText(oneLine(line), columns - 4).map((part, index) => (index === 0 ? part : `  ${part}`)),
    )
    .map((line) => `  ${line}\n`)
    .join("");
}

function describeRuns({ tasks, configurations, request, runs, iteration, resumes }: EvalPlan): string {
  const kept = runs.filter(({ state }) => state === "kept").length;
  const sides = configurations.map(({ name }) => name.replaceAll("_", " ")).join(" and ");
  const place = resumes ? `iteration ${iteration} goes on` : `iteration ${iteration}`;
  return `${countOf(tasks.length, "eval")}, ${sides}, ${countOf(request.runs, "run")} each: ${countOf(runs.length, "run")}${keptOf(kept)} (${place})`;
}

function describeTries({
  queries,
  runs,
  kept,
  request,
  sources,
}: NonNullable<PlannedEvals["triggers"]>): string {
  const others = sources.neighbours.length;
  const among = others === 0 ? "alone" : `among ${countOf(others, "other skill")}`;
  const noun = queries.length === 1 ? "query" : "queries";
  return `${queries.length} ${noun} ${among}, ${countOf(request.runs, "run")} each: ${runs.length === 1 ? "1 try" : `${runs.length} tries`}${keptOf(kept)}`;
}

function keptOf(kept: number): string {
  return kept === 0 ? "" : `, ${formatNumber(kept)} of them kept`;
}

function describeCalls(totals: PlanTotals, { agent, judge }: EvalModels): string {
  const { calls, judgeCalls, inputTokens, outputTokens, cost, basis } = totals;
  if (calls + judgeCalls === 0) return "Everything is there: no model is asked.";
  const grading =
    judge === undefined || judgeCalls === 0
      ? ""
      : ` and ${countOf(judgeCalls, "call")} of the judge ${judge.label}`;
  const price = cost === undefined ? "at a price that is not known" : formatCost(cost);
  const how = basis === "measured" ? "as earlier runs were" : "a guess, as nothing was measured yet";
  return `About ${countOf(calls, "call")} of ${agent.label}${grading}: ${formatNumber(inputTokens)} tokens in, ${formatNumber(outputTokens)} out, ${price} (${how})`;
}
