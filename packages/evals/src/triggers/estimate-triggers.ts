import { limits } from "@skillwright/core";
import { createListing, listingLimits } from "@skillwright/core/listing";
import type { TriggerQuery } from "../formats/trigger-results.ts";
import type { ListedSources } from "./listed-skills.ts";
import type { ReadyTriggers, TriggerEstimate } from "./plan-triggers.ts";

/** Upper bound for the cost of trials. */
export function estimateTriggers(
  queries: readonly TriggerQuery[],
  { skill, neighbors }: ListedSources,
  maxSteps: number,
): TriggerEstimate {
  const skills = [skill, ...neighbors].map(({ name, description }) => ({ id: name, description }));
  const budget = { bytes: listingLimits.generousListingBytes };
  const fixed = promptTokens + createListing(skills, { placement: "tool", budget }).tokens;
  // Each step resends the messages of all steps before it.
  const grown = (maxSteps * (maxSteps - 1) * stepTokens) / 2;
  const inputTokens = queries.map(({ query }) => maxSteps * (fixed + tokensOf(query)) + grown);
  return {
    trials: queries.length,
    calls: queries.length * maxSteps,
    inputTokens: inputTokens.reduce((sum, tokens) => sum + tokens, 0),
    outputTokens: queries.length * maxSteps * answerTokens,
  };
}

/** Upper bound for the cost of a search for a better description, including the first measurement. */
export function estimateOptimization(
  { estimate, queries, request, sources }: ReadyTriggers,
  { iterations }: { readonly iterations: number },
): TriggerEstimate {
  const tries = Array.from({ length: request.runs }, () => queries).flat();
  const whole = estimateTriggers(tries, sources, request.maxSteps);
  const later = Math.max(0, iterations - 1);
  const asked = tokensOf(`${sources.skill.manifest}${JSON.stringify(queries)}`) + promptTokens;
  return {
    trials: estimate.trials + later * whole.trials,
    calls: estimate.calls + later * (whole.calls + 1),
    inputTokens: estimate.inputTokens + later * (whole.inputTokens + asked),
    outputTokens: estimate.outputTokens + later * (whole.outputTokens + limits.descriptionLength),
  };
}

/** Measured for the system prompt and tools of an agent without skills; estimated per step and per answer. */
const promptTokens = 3400;
const stepTokens = 500;
const answerTokens = 150;

function tokensOf(text: string): number {
  return Math.ceil(text.length / limits.charactersPerToken);
}
