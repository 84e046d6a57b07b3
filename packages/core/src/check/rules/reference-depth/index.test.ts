import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (body: string): string => `---\nname: pdf\ndescription: Reads PDF files.\n---\n${body}\n`;
const references = {
  "pdf/references/forms.md": "Intro.\nSee [boxes](boxes.md), [root](../more.md) and [home](../SKILL.md).\n",
  "pdf/references/boxes.md": "",
  "pdf/more.md": "",
};

test("a reference that only another reference mentions is reported in that file", () => {
  expect(
    findingsOf("reference-depth", { "pdf/SKILL.md": skill("[forms](references/forms.md)"), ...references }),
  ).toMatchObject([
    {
      message: "chain",
      file: "pdf/references/forms.md",
      args: { target: "references/boxes.md" },
      range: { start: { line: 2, column: 13 } },
    },
    { message: "chain", file: "pdf/references/forms.md", args: { target: "more.md" } },
  ]);
});

test("a file that SKILL.md mentions in any way is fine", () => {
  const body = "[forms](references/forms.md), `boxes.md` and [more](more.md)";
  expect(findingsOf("reference-depth", { "pdf/SKILL.md": skill(body), ...references })).toEqual([]);
});

test("S1-22, C-16: files in folders below references/ are found once", () => {
  const files = {
    "pdf/SKILL.md": skill("Text"),
    "pdf/references/a/x.md": "",
    "pdf/references/a/y.md": "",
    "pdf/references/z.md": "",
  };
  expect(findingsOf("reference-depth", files)).toMatchObject([
    { message: "nested", file: "pdf/references/a/x.md", args: { file: "references/a/x.md", count: 2 } },
  ]);
});

test("a nested skill is checked separately", () => {
  const files = {
    "pdf/SKILL.md": skill("[forms](forms/SKILL.md)"),
    "pdf/forms/SKILL.md": skill("[x](x.md)"),
    "pdf/forms/x.md": "",
  };
  expect(findingsOf("reference-depth", files)).toEqual([]);
});
