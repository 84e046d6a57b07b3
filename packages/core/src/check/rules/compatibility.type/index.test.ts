import { expect, test } from "vitest";
import { findingsOf, fixedBy } from "../../findings-of.ts";

const skill = (compatibility: string): string =>
  `---\nname: pdf\ncompatibility: ${compatibility}\nlicense: MIT\n---\n`;
const map = '\n  requires: ["python>=3.10", qpdf]\n  packages:\n    - acme/fonts';

test("S2-18, C-7: a map of requirements is reported with the sentence to write", () => {
  expect(findingsOf("compatibility.type", skill(map))).toMatchObject([
    {
      message: "requirements",
      args: { sentence: "Requires python>=3.10, qpdf. Packages: acme/fonts" },
      range: { start: { line: 3, column: 1 }, end: { line: 3, column: 14 } },
      fix: { safe: false },
    },
  ]);
});

test.each([map, '{requires: ["python>=3.10", qpdf], packages: acme/fonts}'])(
  "C-7: the fix writes the sentence",
  (value) => {
    const fixed = fixedBy("compatibility.type", skill(value));
    expect(fixed).toBe(skill('"Requires python>=3.10, qpdf. Packages: acme/fonts"'));
    expect(fixedBy("compatibility.type", fixed)).toBe(fixed);
  },
);

test.each(["{python: '3.12'}", "{requires: [{python: 3}]}", "[python, qpdf]"])(
  "a map that a sentence cannot express has no fix: %s",
  (value) => {
    const [finding] = findingsOf("compatibility.type", skill(value));
    expect(finding?.message).toBe("collection");
    expect(finding?.fix).toBeUndefined();
  },
);

test("S1-5, S2-5: text is fine, a number is quoted", () => {
  expect(findingsOf("compatibility.type", skill("Requires uv"))).toEqual([]);
  expect(fixedBy("compatibility.type", skill("3.10"))).toBe(skill('"3.10"'));
});
