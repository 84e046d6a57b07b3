import type { CatalogSkill, DisabledReason, ShadowedSkill, ShadowReason } from "@skillwright/core/catalog";
import { expect, test } from "vitest";
import { disabledAdvice, disabledWords, shadowWords } from "./reason-words.ts";

function skill(scope: "project" | "personal", disabled: readonly DisabledReason[] = []): CatalogSkill {
  return {
    root: { path: "/s", scope },
    directory: "/s/pdf",
    file: "/s/pdf/SKILL.md",
    name: "pdf",
    description: "",
    traits: { priority: scope === "project" ? 7 : 3, scope: { agents: ["a", "b"] }, paths: ["*.pdf"] },
    changedMs: 0,
    size: 0,
    readMs: 0,
    id: "pdf",
    enabled: disabled.length === 0,
    disabled,
    modelInvocable: true,
    userInvocable: true,
  };
}

function loser(reason: ShadowReason, disabled: readonly DisabledReason[] = []): ShadowedSkill {
  return { ...skill("personal", disabled), winner: "pdf", reason, rank: 1 };
}

test.each<[ShadowReason, string]>([
  ["scope", "project takes precedence over personal"],
  ["priority", "its priority is 7, not 3"],
  ["order", "its folder comes first"],
  ["identical", "both are identical"],
  ["installed-later", "its copy of the package was installed later"],
])("C-1: a skill that lost by %s lost because %s", (reason, words) => {
  expect(shadowWords(loser(reason), skill("project"))).toBe(words);
});

test("S3-19: a skill for another audience states its audience", () => {
  const disabled = loser("disabled", ["agent", "platform"]);
  expect(shadowWords(disabled, skill("project"))).toBe(
    "this one is not available here: it is for other agents, it is for another operating system",
  );
  expect(disabledWords(disabled)).toBe("it is for other agents, it is for another operating system");
  expect(disabledAdvice(disabled)).toEqual([
    "It is restricted to certain agents (a, b); set yours with --agent.",
    "It does not work on this operating system.",
  ]);
});

test("without names to list, the sentence omits them", () => {
  expect(disabledAdvice(skill("project", ["tenant", "paths", "untrusted"]))).toEqual([
    "It is restricted to certain tenants; set yours with --tenant.",
    "It becomes available once a file that matches its paths (*.pdf) is in use.",
    "Review the project's skills, then run `skillwright trust`.",
  ]);
});

test("a project that was trusted before is reported as changed", () => {
  const untrusted = skill("project", ["untrusted", "platform"]);
  expect([disabledWords(untrusted, "changed"), disabledAdvice(untrusted, "changed")]).toEqual([
    "a skill in its project is new or has changed since you trusted it, it is for another operating system",
    ["Review the changes, then run `skillwright trust`.", "It does not work on this operating system."],
  ]);
});
