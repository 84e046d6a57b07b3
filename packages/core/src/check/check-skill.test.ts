import { expect, test } from "vitest";
import { loadSkill, skillFromText } from "../discover/load-skill.ts";
import type { Category, Finding } from "../finding.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { limits } from "../limits.ts";
import { findProfile, type Profile, profiles } from "../profiles/profiles.ts";

import { type CheckSettings, checkSkill, createChecker } from "./check-skill.ts";

import { findRule, rules } from "./rules.ts";

const standard: Profile = { name: "test", summary: "", severities: {} };
const silent: Profile = { ...standard, otherwise: { error: "off", warning: "off", info: "off" } };

function check(text: string, settings: Partial<CheckSettings> = {}): readonly Finding[] {
  return checkSkill(skillFromText(text), { profile: standard, ...settings });
}

function severityOf(rule: string, findings: readonly Finding[]): string | undefined {
  return findings.find((finding) => finding.rule === rule)?.severity;
}

const bad = "---\nname: Not_Valid\ndescription: Reads PDF files. Use when asked.\n---\n# PDF\nRead it.\n";

test("a finding has a rule, category, severity, message, file and place", () => {
  const [finding] = check(bad, { categories: ["spec"] });
  expect(finding).toMatchObject({
    rule: "name.format",
    category: "spec",
    severity: "error",
    file: "SKILL.md",
    range: { start: { line: 2, column: 7 }, end: { line: 2, column: 16 } },
  });
});

test("a config takes precedence over a profile, which takes precedence over the rule", () => {
  const profile: Profile = { ...standard, severities: { "name.format": "info" } };
  const config = { rules: { "name.format": { severity: "warning" } } } as const;
  expect(severityOf("name.format", check(bad))).toBe("error");
  expect(severityOf("name.format", check(bad, { profile }))).toBe("info");
  expect(severityOf("name.format", check(bad, { profile, ...config }))).toBe("warning");
  expect(severityOf("name.format", check(bad, config))).toBe("warning");
  expect(
    severityOf("name.format", check(bad, { rules: { "name.format": { severity: "off" } } })),
  ).toBeUndefined();
});

test("a profile's severity for one rule takes precedence over its default", () => {
  const profile: Profile = {
    ...standard,
    severities: { "name.format": "warning" },
    otherwise: { error: "info" },
  };
  expect(severityOf("name.format", check(bad, { profile }))).toBe("warning");
  expect(severityOf("name.format", check(bad, { profile: { ...profile, severities: {} } }))).toBe("info");
  expect(check(bad, { profile: silent })).toEqual([]);
});

test("config options take precedence over profile options, and a setting without a severity keeps the default", () => {
  const body = `---\nname: a\ndescription: b\n---\n${"line\n".repeat(20)}`;
  const profile: Profile = {
    ...silent,
    severities: { "body.maxLines": "info" },
    options: { "body.maxLines": { max: 10 } },
  };
  expect(check(body, { profile })).toMatchObject([{ rule: "body.maxLines", args: { lines: 20, max: 10 } }]);
  const lenient = { "body.maxLines": { options: { max: 15 } } };
  expect(check(body, { profile, rules: lenient })).toMatchObject([{ severity: "info", args: { max: 15 } }]);
  expect(check(body, { profile, rules: { "body.maxLines": { options: { max: 20 } } } })).toEqual([]);
});

const isAboutCheck = ({ rule }: Finding): boolean => findRule(rule)?.aboutCheck === true;

test.each<Category>(["spec", "quality", "security"])(
  "only rules of the category %s, and those about the check itself, run when it is chosen",
  (category) => {
    const text =
      "---\nname: Not_Valid\ndescription: x\u202e\n---\n<!-- skillwright-disable name.format -->\n";
    const findings = check(text, { categories: [category] });
    const [about, others] = [findings.filter(isAboutCheck), findings.filter((one) => !isAboutCheck(one))];
    expect(about.map(({ rule }) => rule)).toEqual(["disable-reason"]);
    expect([...new Set(others.map((finding) => finding.category))]).toEqual([category]);
  },
);

test("findings are ordered by position", () => {
  const text = "---\nversion: 1\nname: Not_Valid\nlicense: [a]\n---\n[a](missing.md)\n";
  const findings = checkSkill(
    loadSkill(createMemoryFileSystem({ "s/x/SKILL.md": text, "s/x/scripts/run.sh": "#!/bin/sh\n" }), "s/x"),
    { profile: standard },
  );
  const places = findings.map(({ file, range: { start } }) => `${file} ${start.line * 1000 + start.column}`);
  expect(places).toEqual([...places].sort());
  expect(new Set(findings.map(({ file }) => file))).toEqual(new Set(["s/x/SKILL.md", "s/x/scripts/run.sh"]));
});

test("at most fifty findings per rule are kept, and one reports how many were dropped", () => {
  const links = Array.from({ length: 60 }, (_, index) => `[a](references/${index}.md)`).join("\n");
  const skill = `---\nname: x\ndescription: b\n---\n${links}\n`;
  const profile: Profile = {
    ...silent,
    severities: { "reference-broken": "error", "findings-capped": "info" },
  };
  const findings = checkSkill(loadSkill(createMemoryFileSystem({ "x/SKILL.md": skill }), "x"), { profile });
  expect(findings.filter(({ rule }) => rule === "reference-broken")).toHaveLength(limits.findingsPerRule);
  expect(findings.filter(({ rule }) => rule === "findings-capped")).toMatchObject([
    { args: { rule: "reference-broken", count: 10 } },
  ]);
});

test("fifty findings are shown without a cap", () => {
  const duplicates = check(`---\nname: x\n${"a: 1\n".repeat(51)}---\n`);
  expect(duplicates.filter(({ rule }) => rule === "frontmatter.duplicateKey")).toHaveLength(50);
  expect(severityOf("findings-capped", duplicates)).toBeUndefined();
});

test("parser problems are capped like findings of rules", () => {
  const duplicates = check(`---\nname: x\n${"a: 1\n".repeat(1000)}---\n`);
  expect(duplicates.filter(({ rule }) => rule === "frontmatter.duplicateKey")).toHaveLength(
    limits.findingsPerRule,
  );
  expect(severityOf("findings-capped", duplicates)).toBe("info");
});

test("parser problems do not stop the rules", () => {
  const found = check(`\uFEFF${bad}`).map(({ rule }) => rule);
  expect(found).toEqual(expect.arrayContaining(["file.bom", "name.format"]));
});

test("a finding in another file has its place in that file", () => {
  const files = {
    "x/SKILL.md": "---\nname: x\ndescription: b\n---\n\u202e\n",
    "x/references/a.md": "one\n\ntwo \u202e\n",
  };
  const profile: Profile = { ...silent, severities: { "hidden-text": "error" } };
  const findings = checkSkill(loadSkill(createMemoryFileSystem(files), "x"), { profile });
  expect(findings.map(({ file, range: { start } }) => [file, start.line, start.column])).toEqual([
    ["x/SKILL.md", 5, 1],
    ["x/references/a.md", 3, 5],
  ]);
});

test("the reference engine uses the reference's messages", () => {
  const [finding] = check(bad, { profile: findProfile("skills-ref") });
  expect(finding).toMatchObject({
    severity: "error",
    message: "Skill name 'Not_Valid' must be lowercase",
    args: {},
  });
});

test("an unreadable file has only that finding", () => {
  expect(check("").map(({ rule }) => rule)).toEqual(["frontmatter.required"]);
  const missing = loadSkill(createMemoryFileSystem({ "a/README.md": "" }), "a");
  expect(checkSkill(missing, { profile: standard }).map(({ rule }) => rule)).toEqual(["file.missing"]);
});

test("rules that compare skills remember the earlier ones of one checker only", () => {
  const text =
    "---\nname: a\ndescription: Reads PDF files and fills in forms. Use when asked about PDF.\n---\nGo.\n";
  const profile: Profile = { ...silent, severities: { "duplicate-description": "warning" } };
  const checker = createChecker({ profile });
  const count = ["a/SKILL.md", "b/SKILL.md"].map((file) => checker(skillFromText(text, file)).length);
  expect(count).toEqual([0, 1]);
  expect(createChecker({ profile })(skillFromText(text))).toEqual([]);
});

test.each(profiles.map((profile) => [profile.name, profile] as const))(
  "in %s every finding has a severity and a known rule, or comes from the reference",
  (_, profile) => {
    for (const { rule, severity } of check(bad, { profile })) {
      expect(["error", "warning", "info"]).toContain(severity);
      if (profile.engine === undefined) expect(rules.map(({ id }) => id)).toContain(rule);
    }
  },
);
