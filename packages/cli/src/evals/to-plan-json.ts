import { type PlannedEvals, totalsOf } from "./eval-plan-text.ts";
import type { Evaluation } from "./open-evaluation.ts";

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
  return `${JSON.stringify(row, null, 2)}\n`;
}
