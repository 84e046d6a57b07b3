import { expect, test } from "vitest";
import type { DiscoveredSkill, SkillRoot } from "../discover/discovered-skill.ts";
import { SkillError } from "../error.ts";
import { formatError } from "../format.ts";
import { explainSkill, findSkill } from "./find-skill.ts";
import type { Resolution } from "./resolve-skills.ts";
import { resolve, roots, skillIn } from "./test-skill.ts";

function versioned(root: SkillRoot, name: string, version: string): DiscoveredSkill {
  return skillIn(root, name, { metadata: { version } });
}

const library = resolve([
  versioned(roots.project, "pdf", "1.4.0"),
  versioned(roots.personal, "pdf", "2.0"),
  versioned(roots.codex, "pdf", "2.1.0"),
  versioned(roots.acme, "pdf", "3.0.0"),
  versioned(roots.tools, "pdf", "4.0.0"),
  versioned(roots.tools, "lint", "1.0.0"),
  skillIn(roots.personal, "plain"),
  skillIn(roots.personal, "old", { version: "1.0.0" }),
]);

function error(resolution: Resolution, reference: string): string {
  try {
    return findSkill(resolution, reference).id;
  } catch (thrown) {
    return thrown instanceof SkillError ? `${thrown.code}: ${formatError(thrown)}` : String(thrown);
  }
}

test.each([
  ["pdf", "pdf"],
  ["pdf@1.4", "pdf"],
  ["pdf@^1.2", "pdf"],
  ["/pdf@>=1", "pdf"],
  ["$pdf@~1.4.0", "pdf"],
  // Two fit: the one with the higher precedence, not the newest.
  ["pdf@^2", "pdf@personal/claude-code"],
  ["pdf@>2.0.0 <3", "pdf@personal/codex"],
  ["pdf@3", "acme:pdf"],
  ["acme:pdf@>=2", "acme:pdf"],
  ["acme/pdf@^3", "acme:pdf"],
  ["@beta/tools:pdf@^4", "@beta/tools:pdf"],
  ["lint@1", "@beta/tools:lint"],
  ["old@1", "old"],
  // Not ranges: a package and a place.
  ["pdf@acme", "acme:pdf"],
  ["pdf@personal/codex", "pdf@personal/codex"],
])("OQ1: %j selects %s", (reference, id) => {
  expect(findSkill(library, reference).id).toBe(id);
});

test("a range that no version fits is an error with the versions that exist, and where", () => {
  expect(error(library, "pdf@^9")).toBe(
    "skill-version-missing: No version of pdf fits ^9. Found: 1.4.0 (pdf, project), 2.0 (pdf@personal/claude-code, personal), 2.1.0 (pdf@personal/codex, personal), 4.0.0 (@beta/tools:pdf, package), 3.0.0 (acme:pdf, package).",
  );
  expect(error(library, "plain@1")).toContain("Found: no version (plain, personal).");
  expect(error(library, "acme:pdf@1")).toContain("Found: 3.0.0 (acme:pdf, package).");
  expect(error(library, "nope@1")).toMatch(/^skill-unknown: /);
  expect(error(library, "pdf@>=3")).toMatch(/^skill-ambiguous: .*@beta\/tools:pdf, acme:pdf/);
});

test("a package with a number for a name does not take the place of a version", () => {
  const root: SkillRoot = { path: "/packages/2/skills", scope: "package", package: "2" };
  const both = resolve([versioned(roots.personal, "pdf", "2.5.0"), skillIn(root, "pdf")]);
  expect(findSkill(both, "pdf@2").id).toBe("pdf");
  expect(findSkill(both, "2:pdf").id).toBe("2:pdf");
});

test("a lock gives versions and packages to skills that state none", () => {
  const found = resolve([versioned(roots.project, "pdf", "1.0.0"), skillIn(roots.personal, "pdf")]);
  const installedOf = () => ({ version: "2.0.0", package: "acme" });
  expect(findSkill(found, "pdf@2", installedOf).id).toBe("pdf@personal");
  expect(findSkill(found, "pdf@1", installedOf).id).toBe("pdf");
  for (const spelling of ["acme:pdf", "pdf@acme", "acme/pdf", "acme:pdf@1"])
    expect(findSkill(found, spelling, installedOf).id).toBe("pdf");
  expect(error(found, "acme:pdf")).toMatch(/^skill-unknown/);
  const real = resolve([skillIn(roots.personal, "pdf"), skillIn(roots.acme, "pdf")]);
  expect(findSkill(real, "acme:pdf", installedOf).id).toBe("acme:pdf");
});

test("explain explains the name, whatever version is asked for", () => {
  expect(explainSkill(library, "pdf@^2").winner?.id).toBe("pdf");
});
