import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (body: string): string => `---\nname: pdf\ndescription: Reads PDF files.\n---\n${body}\n`;
const check = (body: string): ReturnType<typeof findingsOf> =>
  findingsOf("reference-broken", {
    "pdf/SKILL.md": skill(body),
    "pdf/references/forms.md": "",
    "pdf/references/two words.md": "",
    "pdf/scripts/convert.py": "",
  });

test("a broken link and a broken image are reported at their place", () => {
  expect(check("See [x](guide/missing.md) and ![y](pictures/gone.png).")).toMatchObject([
    {
      message: "missing",
      args: { path: "guide/missing.md" },
      range: { start: { line: 5, column: 9 }, end: { line: 5, column: 25 } },
    },
    { message: "missing", args: { path: "pictures/gone.png" } },
  ]);
});

test("the nearest file is suggested, or one of that name elsewhere", () => {
  expect(check("[x](references/form.md)")).toMatchObject([
    { message: "misspelled", args: { suggestion: "references/forms.md" } },
  ]);
  expect(check("[x](docs/guide/forms.md)")).toMatchObject([
    { message: "misspelled", args: { suggestion: "references/forms.md" } },
  ]);
});

test.each([
  "[x](references/forms.md#fields)",
  "[x](references/two%20words.md)",
  "[x](references)",
  "[x](https://example.com/a.md)",
  "[x](mailto:a@example.com)",
  "[x](#anchor)",
  "[x]({baseDir}/a.md)",
  "[x](<name>.md)",
  "`[x](gone.md)`",
  "```\n[x](gone.md)\n```",
  "[x](../other/gone.md)",
])("%j is not a broken reference", (body) => {
  expect(check(body)).toEqual([]);
});

test("a path in a code span counts only when it is a misspelling", () => {
  expect(check("Run `scripts/covert.py`.")).toMatchObject([{ args: { suggestion: "scripts/convert.py" } }]);
  expect(check("Run `scripts/deploy.sh`.")).toEqual([]);
});

test("a text without a folder has no broken references", () => {
  expect(findingsOf("reference-broken", skill("[x](gone.md)"))).toEqual([]);
});
