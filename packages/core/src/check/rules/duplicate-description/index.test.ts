import { expect, test } from "vitest";
import { limits } from "../../../limits.ts";
import { findingsOf } from "../../findings-of.ts";

const skill = (name: string, description: string): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n`;
const text =
  "Extracts text and tables from PDF files, fills in forms and merges documents. Use when the user names a PDF, a form or a scan.";

test("the later of two equal descriptions is reported and names the earlier file", () => {
  const files = {
    "b/SKILL.md": skill("b", text),
    "a/SKILL.md": skill("a", text.toUpperCase()),
    "c/SKILL.md": skill("c", "Makes charts of tables in many colours."),
  };
  expect(findingsOf("duplicate-description", files)).toMatchObject([
    {
      message: "same",
      file: "b/SKILL.md",
      args: { other: "a/SKILL.md" },
      range: { start: { line: 3, column: 14 } },
    },
  ]);
});

test("one additional word makes them near duplicates", () => {
  const files = { "a/SKILL.md": skill("a", text), "b/SKILL.md": skill("b", `${text} Also offline.`) };
  expect(findingsOf("duplicate-description", files)).toMatchObject([
    { message: "near", file: "b/SKILL.md", args: { other: "a/SKILL.md" } },
  ]);
});

test("descriptions with the same wording but different subjects are distinguished", () => {
  const form = (tool: string): string =>
    `Automates ${tool} tasks via the gateway. Always search its tools first for the current schemas and then call them.`;
  const files = {
    "jira/SKILL.md": skill("jira", form("Jira")),
    "slack/SKILL.md": skill("slack", form("Slack")),
  };
  expect(findingsOf("duplicate-description", files)).toEqual([]);
});

test("different and very short descriptions are fine", () => {
  const files = {
    "a/SKILL.md": skill("a", text),
    "b/SKILL.md": skill(
      "b",
      "Makes charts of spreadsheets. Use when the user wants to see numbers as a picture.",
    ),
    "c/SKILL.md": skill("c", "A test."),
    "d/SKILL.md": skill("d", "A test."),
  };
  expect(findingsOf("duplicate-description", files)).toEqual([]);
});

test("two thousand descriptions that differ only in numbers are distinguished", () => {
  const files = Object.fromEntries(
    Array.from({ length: 2000 }, (_, index) => [
      `s${index}/SKILL.md`,
      skill(
        `s${index}`,
        `Does thing ${index} with part ${index * 7} of plan ${index * 13} for team ${index * 29}.`,
      ),
    ]),
  );
  expect(findingsOf("duplicate-description", files)).toEqual([]);
});

test("beyond the limit, later descriptions are compared with the remembered ones only", () => {
  const unique = (index: number): string =>
    `Does thing ${index} with part ${index * 7} of plan ${index * 13} for team ${index * 29}.`;
  const count = limits.comparedDescriptions;
  const files = Array.from({ length: count }, (_, index) => [
    `a${index}/SKILL.md`,
    skill(`a${index}`, unique(index)),
  ]);
  const late = {
    "b1/SKILL.md": skill("b1", text),
    "b2/SKILL.md": skill("b2", text),
    "b3/SKILL.md": skill("b3", unique(7)),
  };
  const found = findingsOf("duplicate-description", { ...Object.fromEntries(files), ...late });
  expect(found.map(({ file, args }) => [file, args.other])).toEqual([["b3/SKILL.md", "a7/SKILL.md"]]);
});
