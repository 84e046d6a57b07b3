import type { ScenarioCase, TestCase } from "@skillwright/core";

/** Everything in a case of a scenario that could name a file of the skill, as a case that names the same. */
export function toMentions(scenario: ScenarioCase): TestCase {
  const { name, input, files, assertions, tools, turns = [] } = scenario;
  const texts = [
    input,
    scenario.expectedBehavior ?? "",
    scenario.expectedOutput ?? "",
    ...assertions.map(({ value }) => value),
    ...tools.map(({ when }) => JSON.stringify(when ?? {})),
    ...turns.flatMap(({ calls }) => calls.map((call) => JSON.stringify(call.input))),
  ];
  return { name, input: { kind: "command", command: texts.join("\n"), files }, expected: nothing };
}

/** Who looks for names of files asks for nothing else. */
const nothing: TestCase["expected"] = {
  stdoutContains: [],
  stderrContains: [],
  notContains: [],
  stdoutMatches: [],
  stderrMatches: [],
  filesCreated: [],
  snapshot: false,
};
