import { expect, test } from "vitest";
import type { DiscoveredSkill, SkillRoot } from "../discover/discovered-skill.ts";

import { SkillError } from "../error.ts";
import { formatDiscoveryFinding } from "../format.ts";
import { limits } from "../limits.ts";
import { readPrecedence } from "./precedence.ts";
import { resolveSkills } from "./resolve-skills.ts";
import { outcome, resolve, roots, skillIn } from "./test-skill.ts";

test("a single skill has its name as its id, and all its facts", () => {
  const skill = skillIn(roots.personal, "pdf", { tags: ["documents"] });
  expect(resolve([skill])).toEqual({
    skills: [{ ...skill, id: "pdf", enabled: true, disabled: [], modelInvocable: true, userInvocable: true }],
    shadowed: [],
    bareNames: new Map(),
    findings: [],
  });
});

test("no skills found, no skills resolved", () => {
  expect(resolve([])).toEqual({ skills: [], shadowed: [], bareNames: new Map(), findings: [] });
});

test("S0-14, C-1: a project's skill wins over a personal one, and the finding names both", () => {
  const resolution = resolve([skillIn(roots.project, "pdf"), skillIn(roots.personal, "pdf")]);
  expect(outcome(resolution)).toEqual({
    pdf: "/repo/.claude/skills/pdf",
    "pdf@personal": "/home/me/.claude/skills/pdf scope",
  });
  expect(resolution.findings).toEqual([
    {
      code: "skill-shadowed",
      severity: "info",
      path: "/home/me/.claude/skills/pdf/SKILL.md",
      args: { name: "pdf", winner: "/repo/.claude/skills/pdf/SKILL.md", reason: "scope" },
    },
  ]);
  expect(resolution.findings.map(formatDiscoveryFinding)).toEqual([
    "The skill pdf here is hidden by /repo/.claude/skills/pdf/SKILL.md. Run `skillwright explain` to see why.",
  ]);
});

test("S0-13, S0-16, C-1: the order is enterprise, custom, project, personal, whatever the order of the list", () => {
  const found = [roots.personal, roots.project, roots.custom, roots.enterprise].map((root) =>
    skillIn(root, "pdf"),
  );
  for (const order of [found, found.toReversed()]) {
    expect(outcome(resolve(order))).toEqual({
      pdf: "/etc/skills/pdf",
      "pdf@custom": "/srv/skills/pdf scope",
      "pdf@personal": "/home/me/.claude/skills/pdf scope",
      "pdf@project": "/repo/.claude/skills/pdf scope",
    });
  }
});

test("S3-24: the omniforge order puts personal before project", () => {
  const found = [skillIn(roots.project, "pdf"), skillIn(roots.personal, "pdf")];
  const { scopes } = readPrecedence("omniforge", "config");
  expect(outcome(resolve(found, { precedence: scopes }))).toEqual({
    pdf: "/home/me/.claude/skills/pdf",
    "pdf@project": "/repo/.claude/skills/pdf scope",
  });
});

test("S3-25: the winner replaces the loser completely; nothing is merged", () => {
  const strong = skillIn(roots.project, "pdf");
  const weak = skillIn(roots.personal, "pdf", {
    tags: ["documents"],
    paths: ["*.pdf"],
    userInvocable: false,
  });
  const [winner] = resolve([weak, strong]).skills;
  expect(winner).toEqual({
    ...strong,
    id: "pdf",
    enabled: true,
    disabled: [],
    modelInvocable: true,
    userInvocable: true,
  });
});

test("S3-17: inside one scope the higher priority wins", () => {
  const found = [
    skillIn(roots.personal, "pdf"),
    skillIn(roots.codex, "pdf", { priority: 1 }),
    skillIn({ ...roots.codex, path: "/home/me/.agents/skills", client: "agents" }, "pdf", { priority: -1 }),
  ];
  const resolution = resolve(found);
  expect(outcome(resolution)).toEqual({
    pdf: "/home/me/.codex/skills/pdf",
    "pdf@personal/agents": "/home/me/.agents/skills/pdf priority",
    "pdf@personal/claude-code": "/home/me/.claude/skills/pdf priority",
  });
  expect(resolution.findings.map(({ severity }) => severity)).toEqual(["warning", "warning"]);
});

test("C-3, S3-48: no priority lifts a skill over a stronger scope", () => {
  const found = [
    skillIn(roots.project, "pdf", { priority: 1e300 }),
    skillIn(roots.enterprise, "pdf", { priority: -1e300 }),
  ];
  expect(outcome(resolve(found))).toEqual({
    pdf: "/etc/skills/pdf",
    "pdf@project": "/repo/.claude/skills/pdf scope",
  });
});

test("§2 item 12: inside one scope and priority the root given first wins, in one root the path", () => {
  const inFolder = (folder: string): DiscoveredSkill => ({
    ...skillIn(roots.personal, "pdf"),
    directory: `${roots.personal.path}/${folder}`,
  });
  const found = [skillIn(roots.codex, "pdf"), inFolder("b/pdf"), inFolder("a/pdf")];
  expect(outcome(resolve(found))).toEqual({
    pdf: "/home/me/.codex/skills/pdf",
    "pdf@personal/claude-code/a/pdf": "/home/me/.claude/skills/a/pdf order",
    "pdf@personal/claude-code/b/pdf": "/home/me/.claude/skills/b/pdf order",
  });
  expect(outcome(resolve(found.slice(1))).pdf).toBe("/home/me/.claude/skills/a/pdf");
});

test("a skill nearer to the work wins in a monorepo, because its root comes first", () => {
  expect(outcome(resolve([skillIn(roots.nested, "pdf"), skillIn(roots.project, "pdf")]))).toEqual({
    pdf: "/repo/packages/web/.claude/skills/pdf",
    "pdf@project": "/repo/.claude/skills/pdf order",
  });
  expect(outcome(resolve([skillIn(roots.project, "pdf"), skillIn(roots.nested, "pdf")]))).toEqual({
    pdf: "/repo/.claude/skills/pdf",
    "pdf@project/packages/web": "/repo/packages/web/.claude/skills/pdf order",
  });
});

test("C-2: copies with the same bytes are shadowed without a finding", () => {
  const found = [skillIn(roots.project, "pdf"), skillIn(roots.personal, "pdf"), skillIn(roots.codex, "pdf")];
  const resolution = resolve(found, { isSameContent: (_, { root }) => root.client === "codex" });
  expect(outcome(resolution)).toEqual({
    pdf: "/repo/.claude/skills/pdf",
    "pdf@personal/claude-code": "/home/me/.claude/skills/pdf scope",
    "pdf@personal/codex": "/home/me/.codex/skills/pdf identical",
  });
  expect(resolution.findings.map(({ path }) => path)).toEqual(["/home/me/.claude/skills/pdf/SKILL.md"]);
});

test("names are compared after NFKC; the id is the plain form", () => {
  expect(outcome(resolve([skillIn(roots.project, "ﬁx"), skillIn(roots.personal, "fix")]))).toEqual({
    fix: "/repo/.claude/skills/ﬁx",
    "fix@personal": "/home/me/.claude/skills/fix scope",
  });
});

test("names that differ in case or only look alike stay distinct", () => {
  const found = ["pdf", "PDF", "рdf"].map((name) => skillIn(roots.project, name));
  expect(resolve(found)).toMatchObject({
    skills: [{ id: "PDF" }, { id: "pdf" }, { id: "рdf" }],
    shadowed: [],
    findings: [],
  });
});

test("S0-15: a package's skill is namespaced and never in conflict", () => {
  const resolution = resolve([
    skillIn(roots.personal, "pdf"),
    skillIn(roots.acme, "pdf"),
    skillIn(roots.tools, "pdf"),
  ]);
  expect(outcome(resolution)).toEqual({
    "@beta/tools:pdf": "/packages/tools/skills/pdf",
    "acme:pdf": "/packages/acme/skills/pdf",
    pdf: "/home/me/.claude/skills/pdf",
  });
  expect(resolution.bareNames).toEqual(new Map());
  expect(resolution.findings).toEqual([]);
});

test("C-2: a bare name selects a package's skill if nothing else has that name", () => {
  const found = [skillIn(roots.acme, "pdf"), skillIn(roots.acme, "lint"), skillIn(roots.tools, "lint")];
  const resolution = resolve(found);
  expect(resolution.bareNames).toEqual(new Map([["pdf", "acme:pdf"]]));
  expect(resolution.findings).toEqual([]);
});

test("S3-66: with last-installed, the package given first answers to the bare name, with a warning", () => {
  const found = [skillIn(roots.tools, "lint"), skillIn(roots.acme, "lint"), skillIn(roots.acme, "pdf")];
  const resolution = resolve(found, { bareNames: "last-installed" });
  expect(resolution.bareNames).toEqual(
    new Map([
      ["lint", "@beta/tools:lint"],
      ["pdf", "acme:pdf"],
    ]),
  );
  expect(resolution.shadowed).toEqual([]);
  expect(resolution.findings).toEqual([
    {
      code: "package-skills-collide",
      severity: "warning",
      path: "/packages/tools/skills/lint/SKILL.md",
      args: { name: "lint", winner: "@beta/tools:lint" },
    },
  ]);
  expect(resolve(found.toReversed(), { bareNames: "last-installed" }).bareNames.get("lint")).toBe(
    "acme:lint",
  );
});

test("S3-66: a skill outside packages keeps the bare name even with last-installed", () => {
  const found = [skillIn(roots.tools, "lint"), skillIn(roots.acme, "lint"), skillIn(roots.personal, "lint")];
  const resolution = resolve(found, { bareNames: "last-installed" });
  expect(resolution.bareNames).toEqual(new Map());
  expect(resolution.findings).toEqual([]);
});

test("S3-66: of two copies of one package, the later installed one wins", () => {
  const older = { ...roots.acme, path: "/old/acme/skills" };
  const resolution = resolve([skillIn(roots.acme, "pdf"), skillIn(older, "pdf")]);
  expect(outcome(resolution)).toEqual({
    "acme:pdf": "/packages/acme/skills/pdf",
    "acme:pdf@/old/acme/skills/pdf": "/old/acme/skills/pdf installed-later",
  });
  expect(resolution.bareNames.get("pdf")).toBe("acme:pdf");
});

test("two skills of one name inside one package are ordered by path", () => {
  const second = { ...skillIn(roots.acme, "pdf"), directory: "/packages/acme/skills/zzz" };
  expect(outcome(resolve([second, skillIn(roots.acme, "pdf")]))).toEqual({
    "acme:pdf": "/packages/acme/skills/pdf",
    "acme:pdf@package/zzz": "/packages/acme/skills/zzz order",
  });
});

test("S3-66: a package in a stronger scope answers to a bare name before one installed later", () => {
  const inProject = {
    ...roots.tools,
    path: "/repo/tools/skills",
    scope: "project",
    project: "/repo",
  } as const;
  const found = [skillIn(roots.acme, "lint"), skillIn(inProject, "lint")];
  const { bareNames } = resolve(found, { bareNames: "last-installed" });
  expect(bareNames).toEqual(new Map([["lint", "@beta/tools:lint"]]));
});

test("S3-19: a skill for another agent releases its name to the next, without a finding", () => {
  const found = [
    skillIn(roots.enterprise, "deploy", { scope: { agents: ["research"] } }),
    skillIn(roots.personal, "deploy"),
  ];
  const elsewhere = resolve(found, { agent: "coder" });
  expect(outcome(elsewhere)).toEqual({
    deploy: "/home/me/.claude/skills/deploy",
    "deploy@enterprise": "/etc/skills/deploy disabled",
  });
  expect(elsewhere.findings).toEqual([]);
  expect(outcome(resolve(found, { agent: "research" }))).toMatchObject({ deploy: "/etc/skills/deploy" });
});

test("a skill that lacks a command or a matching file keeps its name", () => {
  const openclaw = "{'requires': {'bins': ['gh']}}";
  const found = [
    skillIn(roots.enterprise, "deploy", { metadata: { openclaw } }),
    skillIn(roots.personal, "deploy"),
    skillIn(roots.project, "lint", { paths: ["**/*.go"] }),
    skillIn(roots.personal, "lint"),
  ];
  expect(outcome(resolve(found, { hasBinary: () => false, files: [] }))).toEqual({
    deploy: "/etc/skills/deploy binary",
    "deploy@personal": "/home/me/.claude/skills/deploy scope",
    lint: "/repo/.claude/skills/lint paths",
    "lint@personal": "/home/me/.claude/skills/lint scope",
  });
});

test("§2 item 31: a disabled skill stays in the list, with its reason", () => {
  const found = ["review-code", "review-text", "pdf"].map((name) => skillIn(roots.personal, name));
  const resolution = resolve([...found, skillIn(roots.acme, "pdf")], { turnedOff: ["review-*", "acme:pdf"] });
  expect(resolution.skills.map(({ id, enabled, disabled }) => [id, enabled, disabled])).toEqual([
    ["acme:pdf", false, ["turned-off"]],
    ["pdf", true, []],
    ["review-code", false, ["turned-off"]],
    ["review-text", false, ["turned-off"]],
  ]);
});

test("§2 item 14: an untrusted project's skills are disabled, with one finding for the project", () => {
  const other = { ...roots.project, path: "/other/.claude/skills", project: "/other" };
  const found = [
    skillIn(roots.project, "a"),
    skillIn(roots.nested, "a"),
    skillIn(roots.nested, "b"),
    skillIn(other, "c"),
    skillIn(roots.personal, "d"),
  ];
  const resolution = resolve(found, { isTrusted: (project) => project === "/other" });
  expect(outcome(resolution)).toEqual({
    a: "/repo/.claude/skills/a untrusted",
    "a@project/packages/web": "/repo/packages/web/.claude/skills/a order",
    b: "/repo/packages/web/.claude/skills/b untrusted",
    c: "/other/.claude/skills/c",
    d: "/home/me/.claude/skills/d",
  });
  expect(resolution.findings).toEqual([
    { code: "project-untrusted", severity: "warning", path: "/repo", args: { count: 3 } },
  ]);
});

test("above the recommended number there is one finding, at the largest root, and hidden skills do not count", () => {
  const many = (root: SkillRoot, count: number): DiscoveredSkill[] =>
    Array.from({ length: count }, (_, index) => skillIn(root, `${root.scope}-${index}`));
  const enough = [...many(roots.personal, 50), ...many(roots.custom, limits.recommendedSkills - 50)];
  const hidden = skillIn(roots.personal, "hidden", { disableModelInvocation: true });
  expect(resolve([...enough, hidden]).findings).toEqual([]);
  expect(resolve([...enough, skillIn(roots.personal, "more")]).findings).toEqual([
    {
      code: "too-many-skills",
      severity: "info",
      path: "/srv/skills",
      args: { count: limits.recommendedSkills + 1, max: limits.recommendedSkills },
    },
  ]);
});

test("a precedence that ranks anything above enterprise is refused", () => {
  const precedence = ["project", "enterprise", "custom", "personal", "package"] as const;
  expect(() => resolveSkills([], { precedence })).toThrow(SkillError);
});

test("lists are sorted by code units", () => {
  const found = ["b", "a-b", "ab", "B", "é", "a"].map((name) => skillIn(roots.personal, name));
  expect(resolve(found).skills.map(({ id }) => id)).toEqual(["B", "a", "a-b", "ab", "b", "é"]);
});

test("cost grows with the number of skills, not faster, even when all have one name", () => {
  const all = (count: number, nameOf: (index: number) => string): DiscoveredSkill[] =>
    Array.from({ length: count }, (_, index) => ({
      ...skillIn(roots.personal, nameOf(index)),
      directory: `/home/me/.claude/skills/${index}`,
    }));
  /** Of the processor, which other programs on a busy machine do not lengthen. */
  const secondsFor = (found: readonly DiscoveredSkill[]): number => {
    const before = process.cpuUsage();
    const { skills, shadowed } = resolve(found);
    const { user, system } = process.cpuUsage(before);
    expect(skills.length + shadowed.length).toBe(found.length);
    return (user + system) / 1e6;
  };
  // Ten times the usual duration; quadratic work would take longer.
  expect(secondsFor(all(20_000, (index) => `skill-${index}`))).toBeLessThan(2);
  expect(secondsFor(all(20_000, () => "same"))).toBeLessThan(2);
});
