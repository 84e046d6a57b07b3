import { expect, test } from "vitest";
import { findingsOf, fixedBy } from "../../findings-of.ts";

const skill = (description: string): string => `---\nname: pdf\ndescription: ${description}\n---\n`;

test("a value with a colon is found, and quoted", () => {
  const text = skill("Use when: it's a PDF");
  expect(findingsOf("frontmatter.unquotedValue", text)[0]).toMatchObject({
    message: "unquoted",
    args: { field: "description" },
    range: { start: { line: 3, column: 14 }, end: { line: 3, column: 34 } },
    fix: { safe: true },
  });
  const fixed = fixedBy("frontmatter.unquotedValue", text);
  expect(fixed).toBe(skill("'Use when: it''s a PDF'"));
  expect(fixedBy("frontmatter.unquotedValue", fixed)).toBe(fixed);
});

test.each(["`pdf` reader", "@pdf", "*bold* words", "[a] b"])(
  "a value that starts with an indicator is found: %s",
  (value) => {
    expect(findingsOf("frontmatter.unquotedValue", skill(value))).toHaveLength(1);
  },
);

test("S2-8: quoted values and blocks are not reported", () => {
  expect(findingsOf("frontmatter.unquotedValue", skill("'Use when: a PDF'"))).toEqual([]);
  expect(findingsOf("frontmatter.unquotedValue", skill(">\n  Use when: a PDF"))).toEqual([]);
});
