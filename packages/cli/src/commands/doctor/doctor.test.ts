import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { delimiter } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { textWidth } from "../../terminal/text-width.ts";
import { createTestMachine, removeTestMachines, skillFile } from "../../test-io.ts";

afterAll(removeTestMachines);

const machine = createTestMachine({
  "repo/.git/HEAD": "",
  "repo/.claude/skills/pdf/SKILL.md": skillFile("pdf"),
  "home/.claude/skills/pdf/SKILL.md": skillFile("pdf", "license: MIT\n"),
  "home/.claude/skills/csv/SKILL.md": skillFile("csv"),
  "home/.codex/skills/broken/SKILL.md": "---\nname: broken\n---\n",
  "data/config.yaml": "catalog:\n  roots:\n    - path: ~/gone\n",
});

test("S3-82 S3-68 C-27: searched folders, broken skills and token cost", async () => {
  await machine.run(["trust", "--yes"]);
  const { code, out } = await machine.run(["doctor"]);
  expect(code).toBe(1);
  expect(out).toMatch(/^This machine\n {2}version {2}Skillwright \d+\.\d+\.\d+, Node 24\.0\.0, linux\n/);
  expect(out.slice(out.indexOf("  trust"))).toBe(
    [
      `  trust    ${machine.folder}/data/trust.json (1 project)`,
      "  project  .: trusted",
      "",
      "Skill folders",
      "  custom    ~/gone: does not exist",
      "  project   .claude/skills (claude-code): 1 skill",
      "  personal  ~/.claude/skills (claude-code): 2 skills",
      "  personal  ~/.codex/skills (codex): 0 skills",
      "  total     2 skills available, 1 shadowed by another of the same name",
      "",
      "Organization's hub",
      "  none  no hub governs this machine; see `skillwright login`",
      "",
      "Policies",
      "  machine  none",
      "  user     none",
      "",
      "Sandbox for scripts",
      "  none  No sandbox is available: bubblewrap (bwrap) is not installed. Install",
      "        bubblewrap 0.8 or later (Debian, Ubuntu: apt install bubblewrap; Fedora:",
      "        dnf install bubblewrap; Arch: pacman -S bubblewrap; Alpine: apk add",
      "        bubblewrap). To run without a sandbox, pass --no-sandbox, or use",
      "        createUnconfinedSandbox() in a program.",
      "",
      "Installed in agents",
      "  none  see `skillwright guard install` and `skillwright mcp install`",
      "",
      "Context cost of the skill list",
      ...out.split("\n").filter((line) => / (?:bytes, about|bytes on average)/.test(line)),
      "",
      "Problems",
      "  warning sandbox",
      "    No sandbox is available, so skills' scripts, hooks and commands are refused.",
      "  warning ~/gone",
      "    No such folder. Create it, or correct the path.",
      "  error ~/.codex/skills/broken/SKILL.md",
      "    This skill has no description, so no agent can choose it. Add one.",
      "  info ~/.claude/skills/pdf/SKILL.md",
      "    The skill pdf here is hidden by .claude/skills/pdf/SKILL.md. Run",
      "    `skillwright explain` to see why.",
      "",
      "✗ 1 error, 2 warnings, 1 note",
      "",
    ].join("\n"),
  );
  expect(out).toMatch(/ {2}unlimited {2}[\d,]+ bytes, about [\d,]+ tokens: full descriptions\n/);
});

test("--json has the same for programs", async () => {
  const checkup = JSON.parse((await machine.run(["doctor", "--json"])).out);
  expect(checkup).toMatchObject({
    version: 1,
    node: "24.0.0",
    platform: "linux",
    skills: { found: 3, offered: 2, disabled: 0, shadowed: 1 },
    index: { folder: `${machine.folder}/cache/index`, files: expect.any(Number), bytes: expect.any(Number) },
    trust: {
      file: `${machine.folder}/data/trust.json`,
      projects: 1,
      here: [{ path: `${machine.folder}/repo`, trusted: true }],
    },
    config: [`${machine.folder}/data/config.yaml`],
    policies: [
      { owner: "machine", path: null },
      { owner: "user", path: null },
    ],
    sandbox: { name: null, held: [], problem: expect.stringContaining("apt install bubblewrap") },
  });
  expect(checkup.roots[0]).toEqual({
    path: `${machine.folder}/home/gone`,
    scope: "custom",
    exists: false,
    skills: 0,
  });
  expect(checkup.listing.full).toEqual({
    budget: null,
    tier: "full",
    bytes: expect.any(Number),
    tokens: expect.any(Number),
    listed: 2,
  });
});

const programs = (process.env.PATH ?? "").split(delimiter);
const hasBubblewrap = process.platform === "linux" && programs.some((one) => existsSync(`${one}/bwrap`));

describe.skipIf(!hasBubblewrap)("with a sandbox", () => {
  test("S3-41: it is named, with the number of ways out that were tried; -v names them", async () => {
    const { out } = await machine.run(["doctor"], { place: { programs } });
    expect(out).toMatch(/\nSandbox for scripts\n {2}bubblewrap {2}\d+ escape attempts blocked\n\n/);
    const verbose = (await machine.run(["doctor", "-v"], { place: { programs } })).out;
    expect(verbose).toMatch(/attempts blocked\n {14}files-hidden, [\s\S]*network-off,/);
    expect(Math.max(...verbose.slice(verbose.indexOf("Sandbox")).split("\n").map(textWidth))).toBeLessThan(
      81,
    );
  });

  test("S3-41: JSON has the same", async () => {
    const { out } = await machine.run(["doctor", "--json"], { place: { programs } });
    expect(JSON.parse(out).sandbox).toEqual({
      name: "bubblewrap",
      held: expect.arrayContaining(["files-hidden", "network-off"]),
    });
  });
});

test("S3-64 C-27: many skills cost little because the list is bounded, and too many are reported", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 250 }, (_, index) => [`repo/s/k${index}/SKILL.md`, skillFile(`k${index}`)]),
  );
  const many = createTestMachine(files);
  const { code, out } = await many.run(["doctor", "--root", "s", "--json"]);
  const { listing, findings } = JSON.parse(out);
  expect(code).toBe(0);
  expect(listing.full).toMatchObject({ tier: "full", listed: 250 });
  expect(listing.full.bytes).toBeGreaterThan(250 * listing.bytesPerSkill);
  expect(listing.default.bytes).toBeLessThanOrEqual(16_384);
  expect(listing.small).toMatchObject({ budget: 1024, tier: "search" });
  expect(listing.small.bytes).toBeLessThanOrEqual(1024);
  expect(findings).toMatchObject([{ code: "too-many-skills", severity: "info" }]);
});

test.each([40, 80])("prose wraps at %i columns", async (columns) => {
  const { out } = await machine.run(["doctor"], { columns });
  const prose = out.split("\n").filter((line) => !line.includes("/"));
  expect(Math.max(...prose.map(textWidth))).toBeLessThanOrEqual(columns);
});

test("a machine without skills is in order", async () => {
  const { code, out } = await createTestMachine({}).run(["doctor", "--no-index"]);
  expect(code).toBe(0);
  expect(out).toContain("  index    not used\n");
  expect(out).toContain("  none  no skill folders found\n");
  expect(out).toContain("  nothing  no skill that a model may choose\n");
  expect(out).toContain("✓ 0 errors, 1 warning, 0 notes\n");
});

test("the policies that exec and run apply are named", async () => {
  const ruled = createTestMachine({
    "system/policy.json": '{"version":1}',
    "data/policy.yaml": "version: 1\n",
  });
  const { code, out } = await ruled.run(["doctor"]);
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringContaining(
      `\nPolicies\n  machine  ${ruled.folder}/system/policy.json\n  user     ${ruled.folder}/data/policy.yaml\n\n`,
    ),
  });
});

test.each<[string, Readonly<Record<string, string>>]>([
  ["invalid JSON", { "system/policy.json": "{" }],
  ["two in one folder", { "data/policy.json": "{}", "data/policy.yaml": "{}\n" }],
])("a policy that would stop exec and run is an error: %s", async (_, files) => {
  const ruled = createTestMachine(files);
  const { code, out } = await ruled.run(["doctor"], { columns: 300 });
  expect(code).toBe(1);
  expect(out).toContain("/policy.json: cannot be used\n");
  expect(out).toMatch(/ {2}error \S+\/policy\.json\n .* exec and run do not work until this is fixed\.\n/);
  expect(out).toContain("✗ 1 error, 1 warning, 0 notes\n");
  const { policies } = JSON.parse((await ruled.run(["doctor", "--json"])).out);
  expect(policies.filter(({ problem }: { problem?: string }) => problem !== undefined)).toEqual([
    { owner: expect.any(String), path: expect.stringMatching(/policy\.json$/), problem: expect.any(String) },
  ]);
});

test("a folder that cannot be read is a warning, and hides no other", async () => {
  const looped = createTestMachine({ "home/.claude/skills/pdf/SKILL.md": skillFile("pdf") });
  mkdirSync(`${looped.folder}/home/.codex`);
  symlinkSync("skills", `${looped.folder}/home/.codex/skills`);
  const { findings, skills } = JSON.parse((await looped.run(["doctor", "--json"])).out);
  expect(skills.offered).toBe(1);
  expect(findings).toMatchObject([
    { code: "folder-unreadable", severity: "warning", path: `${looped.folder}/home/.codex/skills` },
  ]);
});

test("so is a partly unreadable skill", async () => {
  const linked = createTestMachine({ "repo/s/leaky/SKILL.md": skillFile("leaky") });
  symlinkSync("/etc/hostname", `${linked.folder}/repo/s/leaky/notes.md`);
  const { code, out } = await linked.run(["doctor", "--root", "s"]);
  expect(code).toBe(1);
  expect(out).toContain("error s/leaky/notes.md\n    This skill cannot be read (it is a link");
});

test("an index that cannot be written is among the findings", async () => {
  const full = createTestMachine({
    "home/.claude/skills/pdf/SKILL.md": skillFile("pdf"),
    cache: "no folder",
  });
  expect((await full.run(["doctor"])).out).toContain("The index could not be written");
});

test("guard hooks and MCP servers in agents' settings are listed, with what prevents them from working", async () => {
  const machine = createTestMachine({ "home/.claude/skills/pdf/SKILL.md": skillFile("pdf") });
  await machine.run(["guard", "install", "--agent", "codex"]);
  await machine.run(["mcp", "install", "--agent", "cursor", "--url", "https://skills.example/mcp"]);
  const { installations, skills } = JSON.parse((await machine.run(["doctor", "--json"])).out);
  expect(installations).toEqual([
    {
      what: "guard",
      agent: "codex",
      scope: "user",
      path: `${machine.folder}/home/.codex/hooks.json`,
      state: "untrusted",
      problem: expect.stringContaining("does not exist"),
    },
    {
      what: "mcp",
      agent: "cursor",
      scope: "user",
      path: `${machine.folder}/home/.cursor/mcp.json`,
      state: "installed",
    },
  ]);
  const { out } = await machine.run(["doctor"]);
  expect(out).toMatch(/\n {2}guard hook {2}codex \(user\), installed, but not trusted/);
  expect(out).toMatch(/\n {2}MCP server {2}cursor \(user\), installed: ~\/\.cursor\/mcp\.json\n/);
  expect(out).toContain("  warning ~/.codex/hooks.json\n");
  expect((await machine.run(["list"])).err).toContain(`${skills.offered} skill\n`);
});
