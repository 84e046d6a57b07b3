import { findProfile } from "@skillwright/core/check";
import { expect, test } from "vitest";
import { createJunitReporter } from "./junit.ts";
import { loadAll, reportOf, reportSkills } from "./report-of.ts";

const badName = "---\nname: PDF\ndescription: Reads.\n---\nBody.\n";

test("an error is a failed case in its skill's suite", () => {
  const output = reportOf(
    createJunitReporter,
    { "skills/pdf/SKILL.md": badName },
    { "name.format": { severity: "error" } },
  );
  const message =
    "The name 'PDF' has uppercase letters; expected lowercase letters, digits and single hyphens, such as 'pdf'.";
  expect(output).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="skillwright check">',
      '  <testsuite name="skills/pdf" tests="1" failures="1" errors="0" skipped="0">',
      `    <testcase classname="skills/pdf" name="name.format at 2:7"><failure type="name.format" message="${message}">error at skills/pdf/SKILL.md:2:7`,
      `${message}</failure></testcase>`,
      "  </testsuite>",
      "</testsuites>",
      "",
    ].join("\n"),
  );
});

test("a warning passes and appears in the case's output", () => {
  const output = reportOf(
    createJunitReporter,
    { "pdf/SKILL.md": badName },
    { "name.format": { severity: "warning" } },
  );
  expect(output).toContain('<testsuite name="pdf" tests="1" failures="0" errors="0" skipped="0">');
  expect(output).toContain("<system-out>warning at pdf/SKILL.md:2:7\n");
  expect(output).not.toContain("<failure");
});

test("a clean skill is one case that passes", () => {
  const output = reportOf(createJunitReporter, { "pdf/SKILL.md": badName });
  expect(output).toContain('tests="1" failures="0"');
  expect(output).toContain('<testcase classname="pdf" name="no findings"/>');
});

test("text from a skill stays text", () => {
  const text = '---\nname: "</failure>]]>&<!--\\"\\n\\e\\u202E\\uFFFF"\ndescription: x\n---\n';
  const output = reportOf(
    createJunitReporter,
    { "pdf/SKILL.md": text },
    { "name.format": { severity: "error" } },
  );
  expect(output).toContain("'&lt;/failure&gt;]]&gt;&amp;&lt;!--&quot;\\u{a}\\u{1b}\\u{202e}\ufffd'");
});

test("a hostile path stays in its attribute", () => {
  const files = { '"><x y="\n\u0000\u001b/SKILL.md': badName };
  const output = reportOf(createJunitReporter, files, { "name.format": { severity: "error" } });
  expect(output).toContain(String.raw`<testsuite name="&quot;&gt;&lt;x y=&quot;&#10;\u{0}\u{1b}" tests="1"`);
});

test("no character that XML forbids reaches the output", () => {
  const everything = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).join("");
  const files = {
    [`a${everything}\ud800\ufffe/SKILL.md`]: '---\nname: "A\\0\\x0b\\ud800"\n---\n',
    "b/SKILL.md": "\u0001",
  };
  for (const name of ["skills-ref", "strict"]) {
    const output = reportSkills(createJunitReporter, loadAll(files), { profile: findProfile(name) });
    expect(output).not.toMatch(/[^\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  }
});
