import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (description: string, more = ""): string =>
  `---\nname: pdf\ndescription: ${description}\n${more}---\n`;

test.each([
  "Reads PDF files. Use when the user names a PDF.",
  "Reads PDF files. Use this for forms.",
  "Reads PDF files. Use for anything about PDF.",
  "Reads PDF files. Use if there is a form.",
  "Reads PDF files whenever one is attached.",
  "Reads PDF files. Triggers on PDF and form.",
  "Reads PDF files when working with documents.",
  "Reads PDF files. Should be used for forms.",
  "Reviews the branch before pushing.",
  "Reads PDF files if the user asks to fill a form.",
])("S2-26: '%s' says when", (description) => {
  expect(findingsOf("description-quality", skill(description))).toEqual([]);
});

test.each([
  "Reads PDF files.",
  "Guidelines for using modern Dart features.",
  "Uses a library to build charts.",
])("S2-26: '%s' does not say when", (description) => {
  expect(findingsOf("description-quality", skill(description))).toHaveLength(1);
});

test("the finding covers the description", () => {
  expect(findingsOf("description-quality", skill("Reads PDF."))[0]?.range).toEqual({
    start: { line: 3, column: 14 },
    end: { line: 3, column: 24 },
  });
});

test.each([
  "读取 PDF 文件并提取文本。",
  "Читает файлы PDF.",
  "Responde dúvidas de legislação trabalhista para equipes de RH.",
])("'%s' is not English and is left alone", (description) => {
  expect(findingsOf("description-quality", skill(description))).toEqual([]);
});

test("a skill that only users start, or with a when_to_use field, needs no such sentence", () => {
  expect(findingsOf("description-quality", skill("Reads PDF.", "disable-model-invocation: true\n"))).toEqual(
    [],
  );
  expect(findingsOf("description-quality", skill("Reads PDF.", "when_to_use: PDF files\n"))).toEqual([]);
});
