import { expect, test } from "vitest";
import { leadingSkills, mentionedSkills, slashedSkills } from "./prompt-skills.ts";

test.each([
  ["/pdf in.csv", ["pdf"]],
  ["  /pdf", ["pdf"]],
  ["/office:pdf x", ["office:pdf"]],
  ["/pdf, please", ["pdf"]],
  ["/a /b /c rest /d", ["a", "b", "c"]],
  ["/a /a", ["a"]],
  ["/1 /2 /3 /4 /5 /6 /7", ["1", "2", "3", "4", "5", "6"]],
  ["/größe", ["größe"]],
  ["use /pdf", []],
  ["/usr/bin/env", []],
  ["/", []],
  ["// comment", []],
  ["", []],
])("%j starts with the names %j", (prompt, names) => {
  expect(leadingSkills(prompt)).toEqual(names);
});

test.each([
  ["use /pdf on /tmp/x", ["pdf"]],
  ["/pdf and /csv.", ["pdf", "csv"]],
  ["either/or", []],
  ["https://x.org/pdf", []],
])("%j contains the words %j", (prompt, names) => {
  expect(slashedSkills(prompt)).toEqual(names);
});

test.each([
  ["use $demo please", ["demo"]],
  ["$a and $b, then $a", ["a", "b"]],
  ["[$demo](/home/u/.codex/skills/demo/SKILL.md) now", ["demo"]],
  ["$office:pdf", ["office:pdf"]],
  ["($demo)", ["demo"]],
  ["costs$5 or \\$HOME or $$x", []],
  ["$", []],
])("%j mentions %j", (prompt, names) => {
  expect(mentionedSkills(prompt)).toEqual(names);
});

test("time grows linearly with a prompt", () => {
  expect(mentionedSkills("$a-".repeat(200_000)).length).toBeLessThan(3);
  expect(slashedSkills(` /${"a-".repeat(200_000)}`)).toHaveLength(0);
  expect(leadingSkills(" ".repeat(500_000))).toEqual([]);
});
