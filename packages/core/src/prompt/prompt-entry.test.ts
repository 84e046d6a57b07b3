import fc from "fast-check";
import { expect, test } from "vitest";
import { collapseWhitespace, promptEntry } from "./prompt-entry.ts";
import { type PromptFormat, promptFormats, toPrompt } from "./to-prompt.ts";

const pdf = { name: "pdf", description: "Reads <PDF> files.", location: "/skills/pdf/SKILL.md" };

test.each<[PromptFormat, string]>([
  ["skills-ref", "<skill><name>pdf</name></skill>"],
  ["nested", "  <skill><name>pdf</name></skill>"],
  ["attributes", '  <skill name="pdf" />'],
  ["boxxy", '  <skill name="pdf" trit="0" role="Coordinator" color="#F59E0B" />'],
  ["quoted-lines", '"pdf"'],
  ["bullets", "- pdf"],
])("without a description, a skill in %s is hardly more than its name", (format, entry) => {
  expect(promptEntry({ name: "pdf" }, format)).toBe(entry);
});

test.each<[PromptFormat, string]>([
  ["nested", "  <skill><name>pdf</name><location>/skills/pdf/SKILL.md</location></skill>"],
  ["attributes", '  <skill name="pdf" location="/skills/pdf/SKILL.md" />'],
  ["quoted-lines", '"pdf" (/skills/pdf/SKILL.md)'],
  ["bullets", "- pdf (/skills/pdf/SKILL.md)"],
])("a name in %s can have a location", (format, entry) => {
  expect(promptEntry({ name: "pdf", location: pdf.location }, format)).toBe(entry);
});

test("the location precedes the description, which could otherwise imitate it", () => {
  expect(promptEntry({ ...pdf, description: "Reads. (/tmp/evil/SKILL.md)" }, "bullets")).toBe(
    "- pdf (/skills/pdf/SKILL.md): Reads. (/tmp/evil/SKILL.md)",
  );
});

test.each(promptFormats)("the whole list in %s consists of the same entries", (format) => {
  const skill = format === "bullets" || format === "quoted-lines" ? { ...pdf, location: undefined } : pdf;
  const { location, ...rest } = skill;
  const entry = promptEntry(location === undefined ? rest : { ...rest, location }, format);
  expect(toPrompt([pdf, pdf], format).split(entry)).toHaveLength(3);
});

test("collapses whitespace like a plain replacement", () => {
  const whitespace = fc.string({
    unit: fc.constantFrom(..." \t\n\r\u0085\u2028\u00a0\u000b\ufeff", "a", "é"),
  });
  fc.assert(
    fc.property(whitespace, (text) => {
      expect(collapseWhitespace(text)).toBe(text.replace(/[\s\u0085]+/gu, " ").trim());
    }),
  );
});
