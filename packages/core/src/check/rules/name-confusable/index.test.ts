import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const check = (name: string): readonly unknown[] =>
  findingsOf("name-confusable", `---\nname: ${name}\ndescription: Reads PDF files.\n---\n`).map(
    ({ message, args }) => ({ message, ...args }),
  );

test("Latin and Cyrillic or Greek letters in one word are found", () => {
  expect(check("p\u0430yments")).toEqual([
    { message: "mixed", name: "p\u0430yments", word: "p\u0430yments", script: "Cyrillic" },
  ]);
  expect(check("my-t\u03bfols")).toMatchObject([{ message: "mixed", word: "t\u03bfols", script: "Greek" }]);
});

test("a name that consists only of lookalikes is found", () => {
  expect(check("\u0441\u043e\u0440\u0443")).toMatchObject([{ message: "lookalike", script: "Cyrillic" }]);
});

test("invisible characters are found", () => {
  expect(check("pdf\u200b-tools")).toEqual([{ message: "invisible", code: "U+200B" }]);
});

test.each(["pdf-tools", "мой-навык", "pdf-навык", "技能", "pdf工具", "café", "ελληνικά"])(
  "%s is not a lookalike",
  (name) => {
    expect(check(name)).toEqual([]);
  },
);

test("the finding covers the name", () => {
  const [finding] = findingsOf("name-confusable", "---\nname: p\u0430y\ndescription: b\n---\n");
  expect(finding?.range).toEqual({ start: { line: 2, column: 7 }, end: { line: 2, column: 10 } });
});
