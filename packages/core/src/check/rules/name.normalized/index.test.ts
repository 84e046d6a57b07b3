import { expect, test } from "vitest";
import { findingsOf, fixedBy } from "../../findings-of.ts";

const skill = (name: string): string => `---\nname: ${name}\ndescription: Reads PDF files.\n---\n`;

test("S1-2: a name with a combining accent is not in normal form", () => {
  expect(findingsOf("name.normalized", skill("cafe\u0301"))).toMatchObject([
    {
      args: { name: "cafe\u0301", normalized: "caf\u00e9" },
      range: { start: { line: 2, column: 7 }, end: { line: 2, column: 12 } },
    },
  ]);
});

test.each([
  ["cafe\u0301", "caf\u00e9"],
  ["\ufb01le", "file"],
  ["２０４８", '"2048"'],
])("S1-2: '%s' becomes %s", (name, normalized) => {
  const fixed = fixedBy("name.normalized", skill(name));
  expect(fixed).toBe(skill(normalized));
  expect(fixedBy("name.normalized", fixed)).toBe(fixed);
});

test("a name in normal form is fine, in any script", () => {
  expect(
    ["pdf", "технология", "技能", "5"].flatMap((name) => findingsOf("name.normalized", skill(name))),
  ).toEqual([]);
});
