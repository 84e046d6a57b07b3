import { toTriggerResultsText } from "../formats/trigger-results.ts";
import { withWorkspaceLock } from "../runs/workspace-lock.ts";
import { measureQueries } from "./measure-queries.ts";
import { triggerFiles } from "./trigger-files.ts";
import type { TriggerHost } from "./trigger-host.ts";
import type { TriggerOutcome } from "./trigger-outcome.ts";
import type { ReadyTriggers } from "./trigger-plan.ts";
import { writeText } from "./write-text.ts";

/** Executes the planned runs that are not saved yet, saves each result, and writes `trigger_results.json`. */
export async function runTriggers(plan: ReadyTriggers, host: TriggerHost): Promise<TriggerOutcome> {
  return withWorkspaceLock(plan.request.workspace, () => measure(plan, host));
}

async function measure(plan: ReadyTriggers, host: TriggerHost): Promise<TriggerOutcome> {
  const { outcome } = await measureQueries(plan, host);
  const { skill, dialect = "guide" } = plan.request;
  // A row without runs would look like a failed one.
  const results = outcome.results.filter(({ runs }) => runs > 0);
  if (results.length === 0) return outcome;
  const { name: skillName, description } = skill;
  const text = toTriggerResultsText({ skillName, description, results }, dialect);
  writeText(plan.request, triggerFiles.results, text);
  return outcome;
}
