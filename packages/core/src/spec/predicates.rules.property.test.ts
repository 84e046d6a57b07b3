import fc from "fast-check";
import { expect, test } from "vitest";
import { findingsOf } from "../check/findings-of.ts";
import { isValidDescription, isValidSkillName } from "./predicates.ts";

const quote = (text: string): string => JSON.stringify(text);
const speaks = (rules: readonly string[], text: string): boolean =>
  rules.some((rule) => findingsOf(rule, text).length > 0);

const nameRules = ["name.required", "name.type", "name.maxLength", "name.format", "name.normalized"];
const nameText = fc.string({
  unit: fc.constantFrom("a", "z", "0", "-", "-", "A", "_", "é", "技", "ﬁ", "."),
  maxLength: 70,
});

test("S1-46: a name is valid if and only if none of its rules reports a finding", () => {
  fc.assert(
    fc.property(nameText, (name) => {
      const skill = `---\nname: ${quote(name)}\ndescription: x\n---\n`;
      expect(speaks(nameRules, skill)).toBe(!isValidSkillName(name));
    }),
    { numRuns: 300 },
  );
});

const descriptionRules = ["description.required", "description.type", "description.maxLength"];
const descriptionText = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", " ", "🙂", "é"), maxLength: 30 }),
  fc.integer({ min: 1020, max: 1030 }).map((length) => "x".repeat(length)),
);

test("S1-46: a description is valid if and only if none of its rules reports a finding", () => {
  fc.assert(
    fc.property(descriptionText, (description) => {
      const skill = `---\nname: pdf\ndescription: ${quote(description)}\n---\n`;
      expect(speaks(descriptionRules, skill)).toBe(!isValidDescription(description));
    }),
    { numRuns: 300 },
  );
});
