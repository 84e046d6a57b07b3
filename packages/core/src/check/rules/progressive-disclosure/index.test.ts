import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (lines: number, body = ""): string =>
  `---\nname: pdf\ndescription: Reads PDF files.\n---\n# PDF\n${body}${"- step\n".repeat(lines - 1)}`;

test("S2-28, C-26: 200 lines in one file are too many, 199 are not", () => {
  expect(findingsOf("progressive-disclosure", skill(200))).toMatchObject([
    { args: { lines: 200, min: 200 }, range: { start: { line: 5, column: 1 } } },
  ]);
  expect(findingsOf("progressive-disclosure", skill(199))).toEqual([]);
});

test.each(["[forms](references/forms.md)\n", "`scripts/fill.py`\n", "![form](form.png)\n"])(
  "S2-28: %j shows that other files exist",
  (body) => {
    expect(findingsOf("progressive-disclosure", skill(300, body))).toEqual([]);
  },
);

test.each(["references/forms.md", "scripts/fill.py", "forms.md"])("S2-28: %s is in the skill", (path) => {
  expect(findingsOf("progressive-disclosure", { "pdf/SKILL.md": skill(300), [`pdf/${path}`]: "" })).toEqual(
    [],
  );
});

test("a license and a README are not details", () => {
  const files = { "pdf/SKILL.md": skill(300), "pdf/LICENSE.txt": "", "pdf/README.md": "" };
  expect(findingsOf("progressive-disclosure", files)).toHaveLength(1);
});

test("the limit is an option", () => {
  expect(findingsOf("progressive-disclosure", skill(60), { minLines: 50 })).toHaveLength(1);
});
