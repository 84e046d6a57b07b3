import { parseSkill } from "@skillwright/core/parse";
import { expect, test } from "vitest";
import { readManifestScenarios } from "./read-manifest-scenarios.ts";

function testingOf(yaml: string): unknown {
  const text = `---\nname: a\ndescription: Does it.\n${yaml}\n---\n`;
  return parseSkill(text).manifest.testing;
}

test("scenarios of a SKILL.md are read in both shapes", () => {
  const testing = testingOf(`testing:
  framework: other
  scenarios:
    - {name: Greets, input: Hi, expectedOutput: A greeting}
    - name: Checks
      cases: [{name: a, input: x, assertions: [{type: contains, value: 5}]}]`);
  expect(readManifestScenarios(testing)).toMatchObject({
    ok: true,
    value: [
      { name: "Greets", cases: [{ name: "Greets", input: "Hi", expectedOutput: "A greeting" }] },
      { name: "Checks", cases: [{ name: "a", assertions: [{ type: "contains", value: "5" }] }] },
    ],
  });
});

test.each([
  ["nothing about tests", undefined],
  ["tests of another kind", { framework: "other" }],
])("a manifest with %s has no scenarios", (_, testing) => {
  expect(readManifestScenarios(testing)).toEqual({ ok: true, value: [] });
});

test.each([
  [[], "testing: expected a mapping, found list."],
  [{ scenarios: "x" }, "testing.scenarios: expected a list of scenarios, found string."],
  [
    { scenarios: [{ name: "a", expectedOutput: "x" }] },
    "testing.scenarios[0].input: expected a value, found nothing.",
  ],
  [
    { scenarios: [{ name: "a", input: "x", expectedOutput: "y", files: ["b.txt"] }] },
    "testing.scenarios[0].files[0]: no such file in the skill.",
  ],
])("%j is reported at the start of the file", (testing, message) => {
  const start = { line: 1, column: 1 };
  expect(readManifestScenarios(testing, { hasFile: () => false })).toEqual({
    ok: false,
    problems: [{ file: "SKILL.md", range: { start, end: start }, message }],
  });
});
