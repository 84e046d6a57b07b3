import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (comment: string): string =>
  `---\nname: pdf\n${comment}\ndescription: Reads PDF files.\n---\nText\n`;

test("a comment without a reason is found and names its rules", () => {
  expect(
    findingsOf("disable-reason", skill("# skillwright-disable context-budget, body-empty")),
  ).toMatchObject([
    {
      message: "noReason",
      args: { rules: "context-budget, body-empty" },
      range: { start: { line: 3, column: 1 } },
    },
  ]);
});

test("so is one in the body", () => {
  const text = `${skill("")}<!-- skillwright-disable-next-line body-empty -->\n`;
  expect(findingsOf("disable-reason", text)).toMatchObject([
    { args: { rules: "body-empty" }, range: { start: { line: 7, column: 1 } } },
  ]);
});

test("one with a reason is fine", () => {
  expect(
    findingsOf("disable-reason", skill("# skillwright-disable context-budget -- it is a catalogue")),
  ).toEqual([]);
  expect(
    findingsOf("disable-reason", `${skill("")}<!-- skillwright-disable body-empty -- on purpose -->\n`),
  ).toEqual([]);
});
