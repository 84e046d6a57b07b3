import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const check = (body: string): ReturnType<typeof findingsOf> =>
  findingsOf("reference-escapes", {
    "skills/pdf/SKILL.md": `---\nname: pdf\ndescription: Reads PDF files.\n---\n${body}\n`,
  });

test("S1-23, S1-28: a link out of the skill is found, once for each target", () => {
  expect(check("[a](../../etc/passwd.txt) [b](../xlsx/SKILL.md) [c](../xlsx/SKILL.md#top)")).toMatchObject([
    { args: { path: "../../etc/passwd.txt" }, range: { start: { line: 5, column: 5 } } },
    { args: { path: "../xlsx/SKILL.md" } },
  ]);
});

test.each([
  "[a](references/../forms.md)",
  "[a](./forms.md)",
  "[a](../pdf/forms.md)",
  "`../other/x.md`",
  "[a](https://x.y/../z)",
])("S1-23: %j stays inside", (body) => {
  expect(check(body)).toEqual([]);
});
