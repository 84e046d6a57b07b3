import type { ScenarioCase } from "@skillwright/evals";

/** All texts of a scenario case that could mention a file of the skill. */
export function scenarioMentions(scenario: ScenarioCase): readonly string[] {
  const { input, files, assertions, tools, turns = [] } = scenario;
  return [
    input,
    ...files,
    scenario.expectedBehavior ?? "",
    scenario.expectedOutput ?? "",
    ...assertions.map(({ value }) => value),
    ...tools.map(({ when }) => JSON.stringify(when ?? {})),
    ...turns.flatMap(({ calls }) => calls.map((call) => JSON.stringify(call.input))),
  ];
}
