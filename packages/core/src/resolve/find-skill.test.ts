import { expect, test } from "vitest";
import { SkillError } from "../error.ts";
import { formatError } from "../format.ts";
import { findSkill } from "./find-skill.ts";
import type { Resolution } from "./resolve-skills.ts";
import { resolve, roots, skillIn } from "./test-skill.ts";

const library = resolve([
  skillIn(roots.project, "pdf"),
  skillIn(roots.personal, "pdf"),
  skillIn(roots.codex, "pdf"),
  skillIn(roots.personal, "review"),
  skillIn(roots.acme, "deploy"),
  skillIn(roots.acme, "lint"),
  skillIn(roots.tools, "lint"),
  skillIn(roots.tools, "pdf"),
]);

test.each([
  ["pdf", "pdf"],
  ["/pdf", "pdf"],
  ["$pdf", "pdf"],
  [" pdf\n", "pdf"],
  ["ｐｄｆ", "pdf"],
  ["pdf@personal/codex", "pdf@personal/codex"],
  ["$pdf@personal/codex", "pdf@personal/codex"],
  ["acme:lint", "acme:lint"],
  ["/acme:lint", "acme:lint"],
  ["lint@acme", "acme:lint"],
  ["acme/lint", "acme:lint"],
  ["/acme/lint", "acme:lint"],
  ["@beta/tools:lint", "@beta/tools:lint"],
  ["lint@@beta/tools", "@beta/tools:lint"],
  ["@beta/tools/lint", "@beta/tools:lint"],
  ["deploy", "acme:deploy"],
  ["/deploy", "acme:deploy"],
])("C-2: %j selects %s", (reference, id) => {
  expect(findSkill(library, reference).id).toBe(id);
});

test.each([
  ["pdf@project", "/repo/.claude/skills/pdf"],
  ["pdf@project/claude-code", "/repo/.claude/skills/pdf"],
  ["review@personal", "/home/me/.claude/skills/review"],
  ["pdf@/home/me/.codex/skills/pdf", "/home/me/.codex/skills/pdf"],
  ["acme:deploy@package", "/packages/acme/skills/deploy"],
])("%j selects the skill in that place, whether or not it won", (reference, directory) => {
  expect(findSkill(library, reference).directory).toBe(directory);
});

test("what is installed under an alias is found by it, and takes the name of no other skill", () => {
  const aliased = { ...skillIn(roots.project, "pdf"), directory: `${roots.project.path}/a-pdf` };
  const both = resolve([aliased, skillIn(roots.project, "pdf")]);
  const installedOf = ({ directory }: { readonly directory: string }) =>
    directory === aliased.directory ? { alias: "a-pdf" } : {};
  expect(findSkill(both, "a-pdf", installedOf).directory).toBe(aliased.directory);
  expect(findSkill(both, "pdf", installedOf).directory).toBe(`${roots.project.path}/pdf`);
  // A folder is not a name unless a lock says so.
  expect(() => findSkill(both, "a-pdf")).toThrow(SkillError);
  const own = skillIn(roots.personal, "a-pdf");
  expect(findSkill(resolve([aliased, own]), "a-pdf", installedOf).directory).toBe(own.directory);
});

function messageFor(resolution: Resolution, reference: string): string {
  try {
    return findSkill(resolution, reference).id;
  } catch (error) {
    if (error instanceof SkillError) return formatError(error);
    throw error;
  }
}

test.each([
  ["lint", "lint matches several skills: @beta/tools:lint, acme:lint. Use one of these."],
  [
    "pdf@personal",
    "pdf@personal matches several skills: pdf@personal/claude-code, pdf@personal/codex. Use one of these.",
  ],
  ["reveiw", "No skill named reveiw. Did you mean review?"],
  ["/reveiw", "No skill named /reveiw. Did you mean review?"],
  ["PDF", "No skill named PDF. Did you mean pdf?"],
  ["deplou", "No skill named deplou. Did you mean deploy?"],
  ["acme:lnt", "No skill named acme:lnt. Did you mean acme:lint?"],
  ["nothing-like-it", "No skill named nothing-like-it."],
  ["", "No skill named ."],
  ["/", "No skill named /."],
  ["@", "No skill named @."],
  ["deploy@beta", "No skill named deploy@beta."],
])("%j: %s", (reference, message) => {
  expect(messageFor(library, reference)).toBe(message);
});

test("S3-66: with last-installed the bare name is not ambiguous", () => {
  const found = [skillIn(roots.acme, "lint"), skillIn(roots.tools, "lint")];
  expect(findSkill(resolve(found, { bareNames: "last-installed" }), "lint").id).toBe("acme:lint");
});

test("a bare name that two packages have selects the one that is enabled", () => {
  const found = [skillIn(roots.acme, "lint"), skillIn(roots.tools, "lint")];
  expect(findSkill(resolve(found, { turnedOff: ["acme:lint"] }), "lint").id).toBe("@beta/tools:lint");
});

test("package aliases never select a skill that only imitates a package's id", () => {
  const resolution = resolve([skillIn(roots.personal, "acme:pdf")]);
  expect(findSkill(resolution, "acme:pdf").id).toBe("acme:pdf");
  expect(messageFor(resolution, "pdf@acme")).toBe("No skill named pdf@acme.");
  expect(messageFor(resolution, "acme/pdf")).toBe("No skill named acme/pdf. Did you mean acme:pdf?");
});

test("a disabled skill is found and reported as disabled", () => {
  const resolution = resolve([skillIn(roots.personal, "pdf"), skillIn(roots.acme, "lint")], {
    turnedOff: ["*"],
  });
  expect(findSkill(resolution, "pdf")).toMatchObject({ enabled: false, disabled: ["turned-off"] });
  expect(findSkill(resolution, "lint")).toMatchObject({ id: "acme:lint", enabled: false });
});

test("§2 item 31: what is not offered is not suggested either", () => {
  const resolution = resolve([skillIn(roots.personal, "review")], { turnedOff: ["review"] });
  expect(messageFor(resolution, "reveiw")).toBe("No skill named reveiw.");
});

test("each skill of a large library is found by its id", () => {
  const found = Array.from({ length: 1000 }, (_, index) => skillIn(roots.personal, `skill-${index}`));
  const resolution = resolve(found);
  for (const skill of resolution.skills) expect(findSkill(resolution, skill.id)).toBe(skill);
});
