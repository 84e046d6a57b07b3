import { SkillError } from "@skillwright/core";
import { compact, formatNumber } from "@skillwright/core/text";
import { costOf, formatCost, type Price, type TrialUsage } from "@skillwright/evals";
import type { Invocation } from "../../command.ts";
import type { Io } from "../../io.ts";
import { type ModelRequest, type OpenedModel, openModel } from "../../models/open-model.ts";
import { readModelRequest } from "../../models/read-model-request.ts";
import type { EvalOptions, JudgeChoice } from "./eval-options.ts";

/** The models that evals use. */
export type EvalModels = {
  /** Performs the tasks. */
  readonly agent: OpenedModel;
  /** Grades the results; undefined without a judge. */
  readonly judge: OpenedModel | undefined;
  /** Dollars; undefined when a price is unknown. */
  cost(usages: readonly TrialUsage[]): number | undefined;
  /** Whether all models are free. */
  readonly isFree: boolean;
};

/** Opens the models for `--model`, `--base-url`, `--offline` and `--judge`, without calling them. */
export async function openEvalModels(
  invocation: Invocation,
  { judge: choice, planOnly }: Pick<EvalOptions, "judge" | "planOnly">,
  io: Io,
): Promise<EvalModels> {
  const request = readModelRequest(invocation);
  const agent = planOnly ? await openIfSet(request, io) : await openModel(request, io.environment);
  const judge = await openJudge(choice, { request, agent }, io);
  const opened = judge === undefined ? [agent] : [agent, judge];
  return {
    agent,
    judge,
    cost: (usages) => sumCosts(usages, opened),
    isFree: opened.every(({ model, price }) => price(model.modelId)?.input === 0),
  };
}

/** A plan needs no key: without a configured model, it uses a placeholder. */
async function openIfSet(request: ModelRequest, io: Io): Promise<OpenedModel> {
  try {
    return await openModel(request, io.environment);
  } catch (error) {
    const isNamed = request.name !== undefined || request.baseUrl !== undefined;
    if (isNamed || !(error instanceof SkillError) || error.code !== "model-unavailable") throw error;
    const placeholder = await openModel({ offline: true }, io.environment);
    return { ...placeholder, label: "a model (none is configured)", price: () => undefined };
  }
}

type Chosen = { readonly request: ModelRequest; readonly agent: OpenedModel };

async function openJudge(
  choice: JudgeChoice,
  { request, agent }: Chosen,
  io: Io,
): Promise<OpenedModel | undefined> {
  if (choice.kind === "none") return undefined;
  // The demo model cannot judge.
  if (choice.kind === "same") return request.offline ? undefined : agent;
  const { baseUrl } = request;
  return openModel({ name: choice.name, ...compact({ baseUrl }) }, io.environment);
}

function sumCosts(usages: readonly TrialUsage[], opened: readonly OpenedModel[]): number | undefined {
  let sum = 0;
  for (const usage of usages) {
    const cost = costOf(usage, withoutLongPrompts(priceOf(usage.model, opened)));
    if (cost === undefined) return undefined;
    sum += cost;
  }
  return sum;
}

function priceOf(model: string, opened: readonly OpenedModel[]): Price | undefined {
  for (const { price } of opened) {
    const found = price(model);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Sums over many answers must not count as one long prompt. */
function withoutLongPrompts(price: Price | undefined): Price | undefined {
  if (price === undefined) return undefined;
  const { longPrompt: _, ...rest } = price;
  return rest;
}

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

/** Formats model usage for people. */
export function formatUsage(usages: readonly TrialUsage[], models: Pick<EvalModels, "cost">): string {
  const { inputTokens, outputTokens } = sumTokens(usages);
  if (inputTokens + outputTokens === 0) return "Nothing was spent.";
  const cost = models.cost(usages);
  const price = cost === undefined ? "cost unknown" : formatCost(cost);
  return `Spent: ${price}, ${formatNumber(inputTokens)} tokens in, ${formatNumber(outputTokens)} out.`;
}

/** Formats model usage for programs. */
export function toUsageJson(usages: readonly TrialUsage[], models: Pick<EvalModels, "cost">): object {
  return { ...sumTokens(usages), costUsd: models.cost(usages) ?? null };
}

function sumTokens(usages: readonly TrialUsage[]): Pick<TrialUsage, "inputTokens" | "outputTokens"> {
  return {
    inputTokens: usages.reduce((sum, usage) => sum + usage.inputTokens, 0),
    outputTokens: usages.reduce((sum, usage) => sum + usage.outputTokens, 0),
  };
}
