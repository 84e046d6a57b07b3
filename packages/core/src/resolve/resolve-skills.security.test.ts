import { expect, test } from "vitest";
import type { SkillRoot } from "../discover/discovered-skill.ts";
import { findSkill } from "./find-skill.ts";
import { defaultPrecedence } from "./precedence.ts";
import { resolveSkills } from "./resolve-skills.ts";
import { outcome, resolve, roots, skillIn } from "./test-skill.ts";

const hostile: SkillRoot = { path: "/clone/.claude/skills", scope: "project", project: "/clone" };
const hostilePackage: SkillRoot = { ...hostile, path: "/clone/plugins/acme/skills", package: "acme" };
const nothingTrusted = { isTrusted: () => false } as const;

test("a cloned repository cannot hide a personal or enterprise skill by taking its name", () => {
  const resolution = resolve(
    [
      skillIn(hostile, "pdf", { priority: 1e300 }),
      skillIn(hostile, "deploy"),
      skillIn(roots.personal, "pdf"),
      skillIn(roots.enterprise, "deploy"),
    ],
    nothingTrusted,
  );
  expect(outcome(resolution)).toEqual({
    deploy: "/etc/skills/deploy",
    "deploy@project": "/clone/.claude/skills/deploy disabled",
    pdf: "/home/me/.claude/skills/pdf",
    "pdf@project": "/clone/.claude/skills/pdf disabled",
  });
  expect(resolution.shadowed.map(({ enabled, disabled }) => [enabled, disabled])).toEqual([
    [false, ["untrusted"]],
    [false, ["untrusted"]],
  ]);
  expect(resolution.findings).toEqual([
    { code: "project-untrusted", severity: "warning", path: "/clone", args: { count: 2 } },
  ]);
});

test("without a trust check, no project is trusted", () => {
  const { scopes } = defaultPrecedence;
  const [skill] = resolveSkills([skillIn(hostile, "pdf")], { precedence: scopes }).skills;
  expect(skill).toMatchObject({ id: "pdf", enabled: false, disabled: ["untrusted"] });
});

test("a cloned repository cannot hide a package's skill by its bare name, its id or a package of the same name", () => {
  const resolution = resolve(
    [
      skillIn(hostile, "pdf"),
      skillIn(hostile, "acme:pdf"),
      skillIn(hostilePackage, "pdf"),
      skillIn(roots.acme, "pdf"),
    ],
    nothingTrusted,
  );
  const installed = "/packages/acme/skills/pdf";
  for (const reference of ["pdf", "/pdf", "acme:pdf", "pdf@acme", "acme/pdf"])
    expect(findSkill(resolution, reference)).toMatchObject({
      id: "acme:pdf",
      directory: installed,
      enabled: true,
    });
});

test("a cloned repository cannot make a bare name ambiguous", () => {
  const other = { ...hostilePackage, package: "other" };
  const resolution = resolve([skillIn(other, "pdf"), skillIn(roots.acme, "pdf")], nothingTrusted);
  expect(findSkill(resolution, "pdf")).toMatchObject({ id: "acme:pdf", enabled: true });
});

test("a cloned repository cannot take the id of a shadowed skill", () => {
  const resolution = resolve(
    [skillIn(hostile, "pdf@personal"), skillIn(roots.enterprise, "pdf"), skillIn(roots.personal, "pdf")],
    nothingTrusted,
  );
  expect(findSkill(resolution, "pdf@personal")).toMatchObject({
    directory: "/home/me/.claude/skills/pdf",
    enabled: true,
  });
});

test("even a trusted project cannot take the id of a package's skill", () => {
  const resolution = resolve([skillIn(roots.project, "acme:pdf"), skillIn(roots.acme, "pdf")]);
  expect(outcome(resolution)).toEqual({
    "acme:pdf": "/packages/acme/skills/pdf",
    "acme:pdf@project": "/repo/.claude/skills/acme:pdf",
  });
});

test("nothing an untrusted skill states triggers a command lookup", () => {
  const asked: string[] = [];
  const hasBinary = (name: string): boolean => asked.push(name) > 0;
  const metadata = { openclaw: "{'requires': {'bins': ['gh']}}" };
  resolve([skillIn(hostile, "pdf", { metadata })], { ...nothingTrusted, hasBinary });
  expect(asked).toEqual([]);
});

test("trust is checked once per project, so that the answer cannot change midway", () => {
  let asked = 0;
  const isTrusted = (): boolean => asked++ === 0;
  const { skills } = resolve(
    ["a", "b", "c"].map((name) => skillIn(hostile, name)),
    { isTrusted },
  );
  expect(skills.map(({ enabled }) => enabled)).toEqual([true, true, true]);
  expect(asked).toBe(1);
});

test("names of built-in members are only names", () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
  const { skills } = resolve(names.map((name) => skillIn(roots.personal, name)));
  expect(skills.map(({ id }) => id)).toEqual([...names].sort());
});

test("ten thousand skills that imitate each other's ids take no longer than others", () => {
  const imitations = Array.from({ length: 10_000 }, (_, index) => ({
    ...skillIn({ ...hostile, path: `/clone/${index % 7}` }, `pdf${"~2".repeat(index % 5)}`),
    directory: "/clone/same",
  }));
  const { skills, shadowed } = resolve(imitations, nothingTrusted);
  expect(new Set([...skills, ...shadowed].map(({ id }) => id)).size).toBe(10_000);
});

test("inside the enterprise scope no priority beats the first folder", () => {
  const system: SkillRoot = { path: "/etc/skillwright/skills", scope: "enterprise" };
  const home: SkillRoot = { path: "/home/me/.omniforge/enterprise/skills", scope: "enterprise" };
  const { skills } = resolve([skillIn(system, "deploy"), skillIn(home, "deploy", { priority: 1e9 })]);
  expect(skills.map(({ directory }) => directory)).toEqual(["/etc/skillwright/skills/deploy"]);
});
