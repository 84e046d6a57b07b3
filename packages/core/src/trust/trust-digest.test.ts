import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256Hex } from "../digest/sha256.ts";
import { type ProjectSkill, projectDigest } from "./trust-digest.ts";

function digest(skills: readonly ProjectSkill[]): string {
  return projectDigest(skills, sha256Hex);
}

const pdf = { path: ".claude/skills/pdf", digest: "sha256:aa" };
const lint = { path: ".claude/skills/lint", digest: "sha256:bb" };

test("the digest is of a known form and stays what it was in earlier versions", () => {
  expect(digest([pdf, lint])).toBe("sha256:14370c27cd6e581db61e01778592025894857bcb00825e7c8587c31587ec89c2");
});

test("the order in which skills are found does not matter", () => {
  expect(digest([lint, pdf])).toBe(digest([pdf, lint]));
});

test.each([
  ["added", [pdf, lint, { path: ".claude/skills/new", digest: "sha256:cc" }]],
  ["removed", [pdf]],
  ["changed", [pdf, { ...lint, digest: "sha256:cc" }]],
  ["moved", [pdf, { ...lint, path: ".agents/skills/lint" }]],
  ["found twice", [pdf, lint, lint]],
  [
    "exchanged",
    [
      { ...pdf, digest: lint.digest },
      { ...lint, digest: pdf.digest },
    ],
  ],
  ["all gone", []],
])("a skill that is %s gives another digest", (_, skills) => {
  expect(digest(skills)).not.toBe(digest([pdf, lint]));
});

test("no two lists of skills have the same digest, whatever their paths hold", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "\n", "\0", '"', ",", "[", "]", "\\", "\ud800", "\ufffd"),
    maxLength: 4,
  });
  const skills = fc.array(fc.record({ path: text, digest: text }), { maxLength: 3 });
  const canonical = (list: readonly ProjectSkill[]): string =>
    JSON.stringify(list.map((skill) => JSON.stringify([skill.path, skill.digest])).sort());
  fc.assert(
    fc.property(skills, skills, (a, b) => {
      expect(digest(a) === digest(b)).toBe(canonical(a) === canonical(b));
    }),
    { numRuns: 1000 },
  );
});
