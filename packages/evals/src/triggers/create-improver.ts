import { parseSkill } from "@skillwright/core/parse";
import type { OptimizationIteration } from "../formats/optimization-result.ts";
import { measureTriggers } from "../formats/trigger-results.ts";
import type { DescribedSkill } from "../judging/improve-description.ts";
import type { TrialUsage } from "../trials/trial.ts";
import { readImprovements, saveImprovement } from "./kept-improvements.ts";
import { digestOf } from "./kept-runs.ts";
import { writeImprovementLog } from "./optimization-files.ts";
import type { OptimizationHost } from "./trigger-host.ts";
import type { TriggerFault } from "./trigger-outcome.ts";
import type { ReadyTriggers } from "./trigger-plan.ts";
import { writeDescription } from "./write-description.ts";

/** Asks a model for the next description. */
export type Improver = {
  /** Uses only the training results. */
  improve(history: readonly OptimizationIteration[]): Promise<Improvement>;
  usage(): readonly TrialUsage[];
  faults(): readonly TriggerFault[];
};

type Improvement =
  | { readonly status: "improved"; readonly description: string }
  /** `failing`: the model could not be called. */
  | { readonly status: "no-description" | "failing" | "aborted" };

/** Reuses descriptions written earlier for the same results, so that an interrupted search resumes. */
export function createImprover(plan: ReadyTriggers, host: OptimizationHost): Improver {
  const { request, sources } = plan;
  const { skill, fresh } = request;
  const { model, label } = host.improver ?? { model: host.model, label: request.modelLabel };
  const body = bodyOf(sources.skill.manifest);
  const known = fresh ? new Map<string, string>() : readImprovements(request);
  const usages: TrialUsage[] = [];
  const faults: TriggerFault[] = [];
  return {
    improve: async (history) => {
      const described = { name: skill.name, body, ...toTrainHistory(history) };
      const key = digestOf(["improvement-1", label, described]);
      const found = known.get(key);
      if (found !== undefined) return { status: "improved", description: found };
      const written = await writeDescription(described, { ...host, model });
      usages.push(...written.usage);
      faults.push(...written.faults.map((message) => ({ message })));
      if (written.status === "aborted") return { status: "aborted" };
      writeImprovementLog(request, history.length, written.log);
      if (written.status !== "improved") return { status: written.status };
      saveImprovement(request, key, written.description);
      return { status: "improved", description: written.description };
    },
    usage: () => usages,
    faults: () => faults,
  };
}

function bodyOf(manifest: string): string {
  const { text, bodySpan } = parseSkill(manifest);
  return text.slice(bodySpan.start, bodySpan.end);
}

/** Must not leak anything about the held-back queries. */
function toTrainHistory(
  history: readonly OptimizationIteration[],
): Pick<DescribedSkill, "description" | "failures" | "history"> {
  const tried = history.map(({ description, train }) => {
    const { passed, total } = measureTriggers(train);
    return { description, passed, total, failures: train.filter(({ pass, runs }) => !pass && runs > 0) };
  });
  const last = tried.at(-1);
  return {
    description: last?.description ?? "",
    failures: last?.failures ?? [],
    history: tried.slice(0, -1),
  };
}
