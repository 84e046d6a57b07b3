import { expect, test } from "vitest";
import type { CatalogSkill } from "../resolve/catalog-skill.ts";
import { toListedSkills } from "./listed-skill.ts";

const pdf: CatalogSkill = {
  id: "office:pdf",
  name: "pdf",
  description: "Reads PDF files.",
  root: { path: "/skills", scope: "personal" },
  directory: "/skills/pdf",
  file: "/skills/pdf/SKILL.md",
  traits: { tags: ["office"] },
  changedMs: 0,
  size: 100,
  readMs: 0,
  enabled: true,
  disabled: [],
  modelInvocable: true,
  userInvocable: true,
};

test("S3-7, S3-32: id, description, tags and location come from the skill's file", () => {
  expect(toListedSkills([pdf])).toEqual([
    { id: "office:pdf", description: "Reads PDF files.", tags: ["office"], location: "/skills/pdf/SKILL.md" },
  ]);
});

test("disabled and user-only skills are hidden", () => {
  expect(
    toListedSkills([
      { ...pdf, enabled: false, disabled: ["untrusted"] },
      { ...pdf, modelInvocable: false },
      { ...pdf, userInvocable: false, traits: {} },
    ]),
  ).toEqual([{ id: "office:pdf", description: "Reads PDF files.", location: "/skills/pdf/SKILL.md" }]);
});
