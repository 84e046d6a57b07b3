import type { ScenarioCase } from "@skillwright/evals";

/** Everything in a case of a scenario that could name a file of the skill. */
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
