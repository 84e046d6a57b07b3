import { limits } from "@skillwright/core";
import { isValidDescription } from "@skillwright/core/check";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readImprovement } from "./improve-description.ts";

const tagged = (text: string): string => `<new_description>${text}</new_description>`;

test.each([
  ["alone", tagged("Use this skill when towers fall.")],
  [
    "with spaces and prose around it",
    `I see.\n\n${tagged("\n  Use this skill when towers fall.\n")}\n\nDone.`,
  ],
  ["twice the same", tagged("Use this skill when towers fall.").repeat(2)],
  ["after thoughts", `<think>${tagged("Draft")}</think>${tagged("Use this skill when towers fall.")}`],
  ["after its tag was named", `I use <new_description>:\n${tagged("Use this skill when towers fall.")}`],
  ["in a fence", `\`\`\`xml\n${tagged("Use this skill when towers fall.")}\n\`\`\``],
])("a description is read %s", (_, answer) => {
  expect(readImprovement(answer)).toEqual({ ok: true, description: "Use this skill when towers fall." });
});

test("it can be as long as the standard allows, counted in code points", () => {
  const longest = "😀".repeat(limits.descriptionLength);
  expect(readImprovement(tagged(longest))).toEqual({ ok: true, description: longest });
  expect(readImprovement(tagged(`${longest}x`))).toEqual({
    ok: false,
    reason: "The new description has 1025 characters; at most 1024 are allowed.",
  });
});

test.each([
  ["no tag", "Use this skill.", "There is nothing between <new_description> and </new_description>."],
  ["no end", "<new_description>Use", "There is nothing between <new_description> and </new_description>."],
  ["nothing", tagged(" \n "), "The new description is empty."],
  ["two", tagged("One.") + tagged("Two."), "There are several new descriptions."],
  ["brackets", tagged("Use for <b>."), "The new description has angle brackets."],
  ["two lines", tagged("Use\nthis"), "The new description is not one line of plain text."],
  ["a line separator", tagged("Use\u2028this"), "The new description is not one line of plain text."],
  ["an escape", tagged("Use\u001b[2J"), "The new description is not one line of plain text."],
  ["hidden letters", tagged("Use\u{e0041}\u{e0042}"), "The new description has invisible characters."],
  ["reordered letters", tagged("Use\u202ethis"), "The new description has invisible characters."],
  ["half a character", tagged("Use\ud800"), "The new description has invisible characters."],
])("%s is refused", (_, answer, reason) => {
  expect(readImprovement(answer)).toEqual({ ok: false, reason });
});

test("any accepted description is valid, on one line and without brackets", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0xffff), { maxLength: 50 }), (units) => {
      const text = String.fromCharCode(...units);
      const read = readImprovement(tagged(text));
      if (!read.ok) return;
      expect(isValidDescription(read.description)).toBe(true);
      expect(read.description).toBe(text.trim());
      expect(read.description).not.toMatch(/[<>\n\r]/);
    }),
  );
});
