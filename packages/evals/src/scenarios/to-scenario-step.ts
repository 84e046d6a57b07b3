import { type CaseStep, notRun, refuseCase } from "../testing/case-step.ts";
import { requireSandbox } from "../testing/run-tests.ts";
import { type PlannedScenario, sourceOf } from "./planned-scenario.ts";
import { runScenario } from "./run-scenario.ts";
import type { ScenarioHost } from "./scenario-host.ts";

/** Wraps a scenario case as a step. Throws a `SkillError` when there is no sandbox. */
export function toScenarioStep(planned: PlannedScenario, host: ScenarioHost): CaseStep {
  if (!planned.ready) return refuseCase(planned);
  const name = { skill: planned.skill.name, case: planned.stem, name: planned.scenario.name };
  const source = sourceOf(planned, { hasModel: host.live !== undefined });
  if (source === undefined) return { result: notRun(name, { status: "skipped", reason: needsModel }) };
  const confined = requireSandbox(host);
  return {
    ...name,
    // A recording answers the same each time.
    ...(source === "recording" ? { isSteady: true } : {}),
    run: (signal) => runScenario(planned, { ...confined, signal }),
  };
}

const needsModel = "It needs a model (--model NAME) or a recording of one (--record).";
