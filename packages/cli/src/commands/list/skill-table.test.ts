import { expect, test } from "vitest";
import { createStyle } from "../../terminal/style.ts";
import { textWidth } from "../../terminal/text-width.ts";
import { type SkillLine, skillTable } from "./skill-table.ts";

const lines: readonly SkillLine[] = [
  {
    id: "pdf",
    scope: "project",
    text: "Reads PDF files, page by page, and finds tables in them.",
    offered: true,
  },
  { id: "acme:deploy", scope: "package", text: "not available: it is for other agents", offered: false },
];
const plain = createStyle(false);

test("in a wide terminal the columns are aligned and descriptions cut", () => {
  expect(skillTable(lines, { style: plain, columns: 60 })).toBe(
    [
      "NAME         SCOPE    DESCRIPTION",
      "pdf          project  Reads PDF files, page by page, and fi…",
      "acme:deploy  package  not available: it is for other agents",
      "",
    ].join("\n"),
  );
});

test("on a narrow terminal descriptions go below the names", () => {
  expect(skillTable(lines, { style: plain, columns: 40 })).toBe(
    [
      "pdf  project",
      "  Reads PDF files, page by page, and fi…",
      "acme:deploy  package",
      "  not available: it is for other agents",
      "",
    ].join("\n"),
  );
});

test.each([40, 60, 80, 120])("no line is wider than %i columns", (columns) => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    id: `skill-${"x".repeat(index % 20)}`,
    scope: "personal",
    text: "日本語 and a long text after it, longer than any terminal. ".repeat(4),
    offered: index % 3 > 0,
  }));
  const widths = skillTable(many, { style: createStyle(true), columns })
    .split("\n")
    .map(textWidth);
  expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
});

test("an id is never cut, since people copy it", () => {
  const id = "a-very-long-name-that-takes-more-than-its-share";
  expect(
    skillTable([{ id, scope: "project", text: "Does it.", offered: true }], { style: plain, columns: 60 }),
  ).toBe(
    [`${"NAME".padEnd(24)}  SCOPE    DESCRIPTION`, id, `${" ".repeat(24)}  project  Does it.`, ""].join("\n"),
  );
});

test("control characters of ids and texts are spelled out", () => {
  const hostile = { id: "x\u001b[31m", scope: "custom", text: "\u001b]0;owned\u0007", offered: true };
  expect(skillTable([hostile], { style: plain, columns: 80 })).not.toMatch(/[\u001b\u0007]/);
});
