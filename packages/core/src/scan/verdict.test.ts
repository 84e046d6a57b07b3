import { expect, test } from "vitest";
import type { Finding } from "../finding.ts";
import { judge } from "./verdict.ts";

const high = (rule: string, line: number, file = "SKILL.md"): Finding => ({
  rule,
  category: "security",
  severity: "error",
  level: "high",
  message: "x",
  args: {},
  file,
  range: { start: { line, column: 1 }, end: { line, column: 9 } },
});

const verdictOf = (...findings: readonly Finding[]): string => judge(findings, []).verdict;

test("high findings of two rules that belong together block", () => {
  expect(verdictOf(high("download-and-run", 4), high("data-exfiltration", 40))).toBe("block");
  expect(verdictOf(high("download-and-run", 4, "run.sh"), high("persistence", 9))).toBe("block");
  expect(verdictOf(high("lure", 4), high("download-and-run", 40))).toBe("block");
  expect(verdictOf(high("lure", 4), high("download-and-run", 4), high("persistence", 9))).toBe("block");
});

test("one fact that two rules see is for a person to review", () => {
  expect(verdictOf(high("lure", 4), high("download-and-run", 4))).toBe("review");
  expect(verdictOf(high("beyond-description", 4), high("data-exfiltration", 9))).toBe("review");
});

test("administration twice is for a person to review", () => {
  expect(verdictOf(high("persistence", 4), high("privilege", 9))).toBe("review");
});

test("doubts in two references stay apart", () => {
  expect(verdictOf(high("privilege", 4, "a.md"), high("download-and-run", 9, "b.md"))).toBe("review");
});
