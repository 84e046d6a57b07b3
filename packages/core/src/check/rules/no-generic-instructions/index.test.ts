import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const phrasesIn = (body: string): readonly unknown[] =>
  findingsOf("no-generic-instructions", `---\nname: pdf\ndescription: Reads PDF files.\n---\n${body}\n`).map(
    ({ args }) => args.phrase,
  );

test.each([
  "Handle errors appropriately",
  "Follow best practices",
  "Use proper error handling",
  "Ensure security",
  "Be careful with",
  "Make sure to handle",
  "Do the right thing",
])("S2-27: '%s' is found", (phrase) => {
  expect(phrasesIn(`- ${phrase}`)).toEqual([phrase]);
});

test("S2-27: the finding covers the phrase", () => {
  const [finding] = findingsOf(
    "no-generic-instructions",
    "---\nname: a\ndescription: b\n---\nThen do the right thing.\n",
  );
  expect(finding?.range).toEqual({ start: { line: 5, column: 6 }, end: { line: 5, column: 24 } });
});

test.each([
  "`Follow best practices`",
  "```\nFollow best practices\n```",
  '"Follow best practices" says nothing.',
  "> Follow best practices",
  "<!-- Follow best practices -->",
])("S2-27: code, comments and quotations are left alone: %j", (body) => {
  expect(phrasesIn(body)).toEqual([]);
});

test.each([
  "Apply the following best practices:",
  "Follow best practices: one file for each class.",
  "Follow best practices (see below).",
  "- Ensure security group allows port 22",
  "### Be careful with reload",
  "- Be careful with `rm -rf`",
  "Do not write that one should follow best practices.",
])("a sentence that continues with specifics is not reported: %j", (body) => {
  expect(phrasesIn(body)).toEqual([]);
});
