import { findProfile } from "@skillwright/core/check";
import { skillFromText } from "@skillwright/core/discover";
import { expect, test } from "vitest";
import { createGithubReporter } from "./github.ts";
import { reportOf, reportSkills } from "./report-of.ts";

const badName = "---\nname: PDF Reader\ndescription: Reads.\n---\nBody.\n";

test("a finding becomes a workflow command, followed by a summary", () => {
  const output = reportOf(
    createGithubReporter,
    { "./skills/pdf/SKILL.md": badName },
    { "name.format": { severity: "error" } },
  );
  expect(output).toBe(
    "::error file=skills/pdf/SKILL.md,line=2,endLine=2,col=7,endColumn=17,title=name.format::" +
      "The name 'PDF Reader' has uppercase letters; expected lowercase letters, digits and single hyphens, such as 'pdf-reader'.\n" +
      "skillwright check: skills 1, valid 0, errors 1, warnings 0, infos 0\n",
  );
});

test.each([
  ["warning", "::warning "],
  ["info", "::notice "],
] as const)("severity %s is the command %s", (severity, command) => {
  const output = reportOf(createGithubReporter, { "pdf/SKILL.md": badName }, { "name.format": { severity } });
  expect(output.startsWith(command)).toBe(true);
});

test("a clean skill prints only the summary", () => {
  expect(reportOf(createGithubReporter, { "pdf/SKILL.md": badName })).toBe(
    "skillwright check: skills 1, valid 1, errors 0, warnings 0, infos 0\n",
  );
});

test("a finding over several lines has no columns, which GitHub would reject", () => {
  const text = '---\nname: "PDF\n  Reader"\n---\n';
  const output = reportOf(
    createGithubReporter,
    { "pdf/SKILL.md": text },
    { "name.format": { severity: "error" } },
  );
  expect(output).toContain("file=pdf/SKILL.md,line=2,endLine=3,title=name.format::");
});

test("colons, commas and percent signs of a path are escaped", () => {
  const files = { "a,b:c%d\n::e/SKILL.md": badName };
  const output = reportOf(createGithubReporter, files, { "name.format": { severity: "error" } });
  expect(output).toContain("file=a%2Cb%3Ac%25d%0A%3A%3Ae/SKILL.md,line=2,");
});

test("a path keeps its joined emoji and shows its terminal escapes", () => {
  const files = { "👩‍💻\u001b[2J/SKILL.md": badName };
  const output = reportOf(createGithubReporter, files, { "name.format": { severity: "error" } });
  expect(output).toContain(String.raw`file=👩‍💻\u{1b}[2J/SKILL.md,`);
});

test("text from a skill cannot start a workflow command", () => {
  const text = '---\nname: "x\\n::set-env name=A::100%\\r\\n##[add-mask]"\ndescription: x\n---\n';
  const output = reportOf(
    createGithubReporter,
    { "pdf/SKILL.md": text },
    { "name.format": { severity: "error" } },
  );
  expect(output.split("\n").map((line) => line.slice(0, 7))).toEqual(["::error", "skillwr", ""]);
  expect(output).toContain(String.raw`'x\u{a}::set-env name=A::100%25\u{d}\u{a}##[add-mask]'`);
});

test("a sentence of the reference tool cannot break out either", () => {
  const skill = skillFromText('---\nname: "X\\n::error::owned"\ndescription: x\n---\n', "pdf/SKILL.md");
  const output = reportSkills(createGithubReporter, [skill], { profile: findProfile("skills-ref") });
  expect(output.split("\n").filter((line) => line.startsWith("::error::"))).toEqual([]);
  expect(output).toContain("title=");
});
