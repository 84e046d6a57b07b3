import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (name: string): string => `---\nname: ${name}\n---\n`;

test.each(["技能", "мой-навык", "café"])("S1-2, C-9: '%s' is valid but not portable", (name) => {
  expect(findingsOf("name.ascii", skill(name))).toMatchObject([
    { args: { name }, range: { start: { line: 2, column: 7 }, end: { line: 2, column: 7 + name.length } } },
  ]);
});

test.each(["pdf", "3d-print", "ｐｄｆ"])("'%s' is portable, in normal form", (name) => {
  expect(findingsOf("name.ascii", skill(name))).toEqual([]);
});

test("an invalid name is left to name.format", () => {
  expect(findingsOf("name.ascii", skill("НАВЫК"))).toEqual([]);
});
