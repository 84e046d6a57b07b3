import { formatNumber } from "@skillwright/core/text";
import { type EvalPlan, formatCost, type TriggerPlan } from "@skillwright/evals";
import { oneLine, safeJson } from "../../terminal/safe-text.ts";
import { countOf, wrapText } from "../../terminal/text-width.ts";
import type { EvalModels } from "./eval-models.ts";
import type { Evaluation } from "./open-evaluation.ts";

/** The planned evals of a skill. */
export type PlannedEvals = {
  readonly outputs: EvalPlan | undefined;
  readonly triggers: Extract<TriggerPlan, { status: "ready" }> | undefined;
  /** With `optimize`: the maximum number of descriptions. */
  readonly descriptions?: number;
};

/** The totals of a plan. */
export type PlanTotals = {
  readonly calls: number;
  readonly judgeCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Dollars; undefined when a price is unknown. */
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

/** Formats a plan and its cost for the person who pays for it. */
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
  const place = resumes ? `resuming iteration ${iteration}` : `iteration ${iteration}`;
  return `${countOf(tasks.length, "eval")}, ${sides}, ${countOf(request.runs, "run")} each: ${countOf(runs.length, "run")}${keptOf(kept)} (${place})`;
}

function describeTries({
  queries,
  runs,
  kept,
  request,
  sources,
}: NonNullable<PlannedEvals["triggers"]>): string {
  const others = sources.neighbors.length;
  const among = others === 0 ? "alone" : `among ${countOf(others, "other skill")}`;
  const noun = queries.length === 1 ? "query" : "queries";
  return `${queries.length} ${noun} ${among}, ${countOf(request.runs, "run")} each: ${runs.length === 1 ? "1 try" : `${runs.length} tries`}${keptOf(kept)}`;
}

function keptOf(kept: number): string {
  return kept === 0 ? "" : `, ${formatNumber(kept)} of them reused`;
}

function describeCalls(totals: PlanTotals, { agent, judge }: EvalModels): string {
  const { calls, judgeCalls, inputTokens, outputTokens, cost, basis } = totals;
  if (calls + judgeCalls === 0) return "All results exist; no model is called.";
  const grading =
    judge === undefined || judgeCalls === 0
      ? ""
      : ` and ${countOf(judgeCalls, "call")} to the judge ${judge.label}`;
  const price = cost === undefined ? "price unknown" : formatCost(cost);
  const how = basis === "measured" ? "based on earlier runs" : "a rough guess; nothing has been measured yet";
  return `About ${countOf(calls, "call")} to ${agent.label}${grading}: ${formatNumber(inputTokens)} tokens in, ${formatNumber(outputTokens)} out, ${price} (${how})`;
}

/** Formats a plan as JSON. */
export function toPlanJson(planned: PlannedEvals, { models, place }: Evaluation): string {
  const { outputs, triggers } = planned;
  const { calls, judgeCalls, inputTokens, outputTokens, cost, basis } = totalsOf(planned, models);
  const row = {
    version: 1,
    skill: place.skill.name,
    model: models.agent.label,
    judge: models.judge?.label ?? null,
    outputs:
      outputs === undefined
        ? null
        : {
            iteration: outputs.iteration,
            resumes: outputs.resumes,
            folder: outputs.iterationFolder,
            evals: outputs.tasks.length,
            configurations: outputs.configurations.map(({ name }) => name),
            runs: outputs.runs.length,
            kept: outputs.runs.filter(({ state }) => state === "kept").length,
          },
    triggers:
      triggers === undefined
        ? null
        : { queries: triggers.queries.length, runs: triggers.runs.length, kept: triggers.kept },
    estimate: { calls, judgeCalls, inputTokens, outputTokens, costUsd: cost ?? null, basis },
  };
  return `${safeJson(row, 2)}\n`;
}
