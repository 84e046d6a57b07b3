import type { CatalogList, CatalogSkill, ShadowedSkill } from "@skillwright/core/catalog";
import fc from "fast-check";
import { expect, test } from "vitest";
import { baseUri, canonicalUri, findByUri, skillUri } from "./skill-uri.ts";

const skillOf = (id: string, name: string, enabled = true): CatalogSkill => ({
  id,
  name,
  enabled,
  disabled: enabled ? [] : ["turned-off"],
  modelInvocable: true,
  userInvocable: true,
  root: { path: "/skills", scope: "custom" },
  directory: `/skills/${name}`,
  file: `/skills/${name}/SKILL.md`,
  description: "",
  traits: {},
  readMs: 0,
  changedMs: 0,
  size: 0,
});
const listOf = (...skills: readonly CatalogSkill[]): { list(): CatalogList } => ({
  list: () => ({ skills, shadowed: [], findings: [] }),
});

test("a skill is found below its id, followed by its name if that differs", () => {
  const skills = [
    skillOf("pdf", "pdf"),
    skillOf("acme:pdf", "pdf"),
    skillOf("@acme/tools:pdf", "pdf"),
    skillOf("pdf@personal/codex", "pdf"),
    skillOf("pdf@personal~2", "pdf"),
  ];
  expect(skills.map(skillUri)).toEqual([
    "skill://pdf/SKILL.md",
    "skill://acme%3Apdf/pdf/SKILL.md",
    "skill://%40acme%2Ftools%3Apdf/pdf/SKILL.md",
    "skill://pdf%40personal%2Fcodex/pdf/SKILL.md",
    "skill://pdf%40personal~2/pdf/SKILL.md",
  ]);
  for (const skill of skills) expect(findByUri(skillUri(skill), listOf(...skills))).toBe(skill);
});

/** Ids that imitate each other, and whatever else a lenient reader may meet. */
const word = fc.oneof(
  fc.constantFrom(
    "pdf",
    "acme",
    "acme:pdf",
    "pdf@personal",
    "..",
    ".",
    "",
    "a/b",
    "%2F",
    "ﬁx",
    "\0",
    "SKILL.md",
  ),
  fc.string({ unit: "grapheme" }),
);
const skill = fc.record({ id: word, name: word }).map(({ id, name }) => skillOf(id, name));
const skills = fc.uniqueArray(skill, { selector: ({ id }) => id, minLength: 1, maxLength: 8 });

test("every address resolves to its own skill, as does everything below it", () => {
  fc.assert(
    fc.property(skills, fc.constantFrom("", "SKILL.md", "a/b.md", "acme/SKILL.md"), (all, path) => {
      for (const one of all) {
        expect(findByUri(`${baseUri(one)}${path}`, listOf(...all))).toBe(one);
        expect(findByUri(skillUri(one), listOf(...all))).toBe(one);
      }
    }),
    { numRuns: 1000 },
  );
});

test("no skill's address is below another's", () => {
  fc.assert(
    fc.property(skills, (all) => {
      const bases = all.map((one) => canonicalUri(baseUri(one)) ?? "");
      for (const [at, base] of bases.entries())
        expect(bases.filter((other, place) => place !== at && other.startsWith(base))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test("an address with a valid name survives every URI parser unchanged", () => {
  const name = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}$/);
  fc.assert(
    fc.property(word, name, (id, valid) => {
      const uri = skillUri(skillOf(id, valid));
      expect(canonicalUri(uri)).toBe(uri);
      expect(uri.split("/").at(-2)).toBe(valid);
    }),
  );
});

test("shadowed skills are found, skills that are not offered are not", () => {
  const shadowed: ShadowedSkill = {
    ...skillOf("pdf@personal", "pdf"),
    winner: "pdf",
    reason: "scope",
    rank: 1,
  };
  const catalog = {
    list: (): CatalogList => ({ skills: [skillOf("pdf", "pdf", false)], shadowed: [shadowed], findings: [] }),
  };
  expect(findByUri("skill://pdf%40personal/pdf/SKILL.md", catalog)).toBe(shadowed);
  expect(findByUri("skill://pdf/SKILL.md", catalog)).toBeUndefined();
});

test.each([
  "",
  "pdf",
  "file:///skills/pdf/SKILL.md",
  "https://pdf/SKILL.md",
  "skill:pdf/SKILL.md",
  "skill:///pdf/SKILL.md",
  "skill://PDF/SKILL.md",
  "skill://pdf:80/SKILL.md",
  "skill://me@pdf/SKILL.md",
  "skill://pdf.evil/SKILL.md",
  "skill://pd/SKILL.md",
  "skill://pdf?/SKILL.md",
  "skill://%70df/SKILL.md",
  "skill://%ff/SKILL.md",
  "skill://acme:pdf/pdf/SKILL.md",
  "skill://acme%3apdf/pdf/SKILL.md",
  "skill://acme%3Apdf/SKILL.md",
  "skill://acme%3Apdf/other/SKILL.md",
])("%j belongs to no skill", (uri) => {
  expect(findByUri(uri, listOf(skillOf("pdf", "pdf"), skillOf("acme:pdf", "pdf")))).toBeUndefined();
});
