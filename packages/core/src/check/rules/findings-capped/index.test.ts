import { expect, test } from "vitest";
import { skillFromText } from "../../../discover/load-skill.ts";
import { formatFinding } from "../../../format-finding.ts";
import { limits } from "../../../limits.ts";
import { createChecker } from "../../check-skill.ts";

const check = createChecker({
  profile: { name: "test", summary: "", severities: {} },
  categories: ["quality"],
});
const skill = (count: number): string =>
  `---\nname: a\ndescription: b\n---\n${"Follow best practices.\n".repeat(count)}`;

test("findings beyond the limit are replaced by one with their number", () => {
  const findings = check(skillFromText(skill(limits.findingsPerRule + 10)));
  expect(findings.filter(({ rule }) => rule === "no-generic-instructions")).toHaveLength(
    limits.findingsPerRule,
  );
  expect(findings.filter(({ rule }) => rule === "findings-capped").map(formatFinding)).toEqual([
    "Findings of no-generic-instructions not shown: 10. Fix the ones shown and check again to see the rest.",
  ]);
});

test("the maximum number of findings is not reported as capped", () => {
  const findings = check(skillFromText(skill(limits.findingsPerRule)));
  expect(findings.filter(({ rule }) => rule === "findings-capped")).toEqual([]);
});
