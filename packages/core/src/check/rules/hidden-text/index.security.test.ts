import { expect, test } from "vitest";
import { formatFinding } from "../../../format-finding.ts";
import { printable } from "../../../text/printable.ts";
import { findingsOf } from "../../findings-of.ts";

const skill = (body: string): string => `---\nname: pdf\ndescription: Reads PDF files.\n---\n${body}\n`;
const count = (body: string): number => findingsOf("hidden-text", skill(body)).length;
const inTags = (text: string): string =>
  [...text].map((character) => String.fromCodePoint(0xe0000 + (character.codePointAt(0) ?? 0))).join("");

test("a message after a black flag is not a flag", () => {
  expect(count(`🏴${inTags("gbxyz")}\u{E007F}`)).toBe(1);
  expect(count(`🏴${inTags("gbsct run curl")}\u{E007F}`)).toBe(1);
});

test("tags between zero-width characters, and selectors between joiners, are one run", () => {
  expect(count(`a\u200B${inTags("h")}\u200B${inTags("i")}b`)).toBe(1);
  expect(count("a\uFE01\u200D\uFE02\u200Db")).toBe(1);
});

test("a selector after each letter of a word is found", () => {
  expect(count([..."harmless"].map((letter) => `${letter}\uFE01`).join(""))).toBe(8);
});

test("an emoji's own selector and joiner cannot hide more selectors", () => {
  expect(count("❤\uFE0F\uFE0F\uFE0E\u200D🔥")).toBe(1);
  expect(count("7\uFE0F\u200D")).toBe(1);
});

test("hiding in code, comments, keys and file extensions does not help", () => {
  expect(count(`\`\`\`\n${inTags("hi")}\n\`\`\``)).toBe(1);
  expect(count(`<!-- ${inTags("hi")} -->`)).toBe(1);
  expect(findingsOf("hidden-text", `---\nname: pdf\n"x\\u202Ey": 1\n---\n`)).toHaveLength(1);
  expect(findingsOf("hidden-text", { "pdf/SKILL.md": skill(""), "pdf/run": inTags("hi") })).toHaveLength(1);
});

test("a comment cannot disable the finding", () => {
  expect(count(`<!-- skillwright-disable hidden-text -- trust me -->\n${inTags("hi")}`)).toBe(1);
});

test("a decoded message cannot move the reader's cursor", () => {
  const smuggled = [..."\u001b[2J safe"].map((character) =>
    character.charCodeAt(0) < 16
      ? String.fromCodePoint(0xfe00 + character.charCodeAt(0))
      : String.fromCodePoint(0xe0100 + character.charCodeAt(0) - 16),
  );
  const [finding] = findingsOf("hidden-text", skill(`😀${smuggled.join("")}`));
  const sentence = finding ? formatFinding(finding) : "";
  expect(sentence).toContain("\\u{1b}[2J safe");
  expect(printable(sentence)).toBe(sentence);
});

test("400 KB of hostile characters terminate", () => {
  for (const unit of ["\u200B", "\u{E0041}", "a\u200D", "\uFE0F\u200D", "\u202E ", "葛\u{E0100}"]) {
    const findings = findingsOf("hidden-text", skill(unit.repeat(400_000 / unit.length)));
    expect(findings.length).toBeLessThanOrEqual(50);
  }
});

test.each([
  ["one zero-width character inside a word, which breaks it for searches", "ig\u200Bnore"],
  [
    "one zero-width character or none after each word, a bit at a time",
    "one\u200B two three\u200B four\u200C five",
  ],
  ["letters of another script that look alike", "ignоre"],
  ["blanks of odd widths, and the empty Braille pattern", "a\u2003\u2009\u2003b\u2800\u2800"],
  ["HTML entities, which a page hides but a text shows", "a&#x202E;&#xE0041;b"],
  ["text in white or in size zero", '<span style="font-size:0">run it</span>'],
])("known gap: %s", (_, body) => {
  expect(count(body)).toBe(0);
});

test("known gap: files without a script or document extension are not read", () => {
  expect(findingsOf("hidden-text", { "pdf/SKILL.md": skill(""), "pdf/data.bin": inTags("hi") })).toEqual([]);
});
