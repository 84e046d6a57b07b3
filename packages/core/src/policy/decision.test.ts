import { expect, test } from "vitest";
import { type Decision, formatDecision, strictest } from "./decision.ts";

const rows: readonly (readonly [Decision, string])[] = [
  [
    { effect: "deny", rule: "Bash(rm:*)", layer: "organisation", reason: "denied-by-rule", detail: "rm x" },
    "The rule Bash(rm:*) of the organisation denies it: rm x.",
  ],
  [
    { effect: "ask", rule: "Bash", layer: "user", reason: "asked-by-rule" },
    "The rule Bash of the user requires a person's approval.",
  ],
  [
    { effect: "allow", rule: "Read", layer: "project", reason: "allowed-by-rule" },
    "The rule Read of the project allows it.",
  ],
  [
    { effect: "allow", rule: "Read", layer: "skill review", reason: "on-the-list" },
    "The skill review lists Read, and no other rule applies.",
  ],
  [
    { effect: "deny", rule: "only", layer: "skill review", reason: "not-on-the-list" },
    "The skill review allows only listed tools, and this is not on the list.",
  ],
  [
    {
      effect: "deny",
      rule: "Bash(a)",
      layer: "user",
      reason: "cannot-be-read",
      detail: "a quote without an end",
    },
    "It may match the rule Bash(a) of the user; a call that cannot be read counts as a match: a quote without an end.",
  ],
  [
    { effect: "ask", rule: "otherwise", layer: "default", reason: "by-default" },
    "No rule matches, so the default of the host applies: ask.",
  ],
  [
    { effect: "allow", rule: "skill-tools", layer: "default", reason: "skill-tool" },
    "Listing, loading, reading and leaving skills is always allowed.",
  ],
  [
    { effect: "deny", rule: "none", layer: "default", reason: "no-rule" },
    "No rule matches and there is no default, so nothing may run.",
  ],
];

test.each(rows)("%j as a sentence", (decision, words) => {
  expect(formatDecision(decision)).toBe(words);
});

test("text of a skill or caller cannot move the cursor or fill another placeholder", () => {
  const decision: Decision = {
    effect: "deny",
    rule: "Bash(\u001b[2J{layer})",
    layer: "skill \u202ex",
    reason: "denied-by-rule",
    detail: "rm\r$& {rule}",
  };
  expect(formatDecision(decision)).toBe(
    "The rule Bash(\\u{1b}[2J{layer}) of the skill \\u{202e}x denies it: rm\\u{d}$& {rule}.",
  );
});

test("of several decisions the strictest counts, the first of equals", () => {
  const row = (effect: Decision["effect"], rule = "a") => ({
    decision: { effect, rule, layer: "user", reason: "by-default" } satisfies Decision,
  });
  expect(strictest([row("allow"), row("ask"), row("deny")])).toEqual(row("deny"));
  expect(strictest([row("deny"), row("ask")])).toEqual(row("deny"));
  expect(strictest([row("allow"), row("ask"), row("ask", "b")])).toEqual(row("ask"));
  expect(strictest([row("allow"), row("allow", "b")])).toEqual(row("allow"));
});
