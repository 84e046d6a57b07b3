import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (body: string, description = "Reads PDF files. Use when the user names a PDF."): string =>
  `---\nname: pdf\ndescription: ${description}\n---\n${body}\n`;

test.each([
  skill(
    "Produce a result that the user can verify from the files they named, plus a list of open questions.",
  ),
  skill("# Insert instructions below"),
  skill("Read it.", "Replace with description of the skill and when Claude should use it."),
  skill("Read it.", "'[TODO: Complete and informative explanation of what the skill does]'"),
  skill("[Add your instructions here that the agent follows]"),
])("text of a template is found", (text) => {
  expect(findingsOf("placeholder-text", text)).toHaveLength(1);
});

test("the finding covers the phrase", () => {
  expect(findingsOf("placeholder-text", skill("# Insert instructions below"))).toMatchObject([
    { args: { phrase: "Insert instructions below" }, range: { start: { line: 5, column: 3 } } },
  ]);
});

test.each([
  skill("Read the file."),
  skill("A new skill says `Insert instructions below`."),
  skill("```markdown\n# Insert instructions below\n```"),
  skill('Templates say "Insert instructions below" at the top.'),
])("own instructions, code and quotations are fine", (text) => {
  expect(findingsOf("placeholder-text", text)).toEqual([]);
});
