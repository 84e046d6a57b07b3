import { existsSync, symlinkSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { createTestMachine, removeTestMachines, skillFile } from "../../test-io.ts";

afterAll(removeTestMachines);

const machine = createTestMachine({
  "repo/.git/HEAD": "",
  "repo/.claude/skills/pdf/SKILL.md": skillFile("pdf", "tags: [documents, pdf]\n"),
  "repo/packages/web/.github/skills/web/SKILL.md": skillFile("web"),
  "home/.claude/skills/pdf/SKILL.md": skillFile("pdf", "license: MIT\n"),
  "home/.claude/skills/mine/SKILL.md": skillFile("mine"),
  "home/.codex/skills/deploy/SKILL.md": skillFile("deploy", "scope:\n  environments: [production]\n"),
  "home/.agents/skills/broken/SKILL.md": "no frontmatter",
});

test("S3-82 S0-13 S0-17: the skills of an untrusted project are ignored, and the user's are listed", async () => {
  const { code, out, err } = await machine.run(["list"], { screen: true });
  expect({ code, out }).toEqual({
    code: 0,
    out: [
      "NAME  SCOPE     DESCRIPTION",
      "mine  personal  Handles mine files. Use when the user names one.",
      "pdf   personal  Handles pdf files. Use when the user names one.",
      "",
    ].join("\n"),
  });
  expect(err).toBe(
    [
      "2 skills",
      "note: 2 skills are not available here; run with --all to see why.",
      "note: 1 problem found; run `skillwright doctor` for details.",
      "note: .: The project's skills (2) are not loaded because the project is not trusted. Review them, then run `skillwright trust`.",
      "",
    ].join("\n"),
  );
});

const long = `Converts ${"very ".repeat(40)}long tables. Use when the user has one.`;
const piped = createTestMachine({
  "home/.claude/skills/tables/SKILL.md": skillFile("tables").replace(/Handles.*/, long),
  "home/.agents/skills/pdf/SKILL.md": skillFile("pdf", "tags: [Documents]\n"),
});

test("in a pipe each skill is one line with its agents and its whole description, and the total follows", async () => {
  const { out, err } = await piped.run(["list"]);
  expect(out.split("\n")).toEqual([
    expect.stringMatching(/^NAME {4}SCOPE {5}AGENTS +DESCRIPTION$/),
    expect.stringMatching(/^pdf {5}personal {2}[a-z-]+(?:,[a-z-]+){2},\+\d+ {2}Handles pdf files\./),
    expect.stringMatching(/^tables {2}personal {2}[a-z-]+,.*claude-code.* /),
    "",
  ]);
  expect(out).toContain(`  ${long}\n`);
  expect(err).toBe("2 skills\n");
  const narrow = await piped.run(["list"], { screen: true, columns: 60 });
  expect(narrow.out).toContain("…");
});

test.each([
  [["PDF"], ["pdf"], "1 skill of 2 with 'PDF'.\n"],
  [["documents", "files"], ["pdf"], "1 skill of 2 with 'documents files'.\n"],
  [["use when"], ["pdf", "tables"], "2 skills of 2 with 'use when'.\n"],
  [["zzz"], [], "0 skills of 2 with 'zzz'.\n"],
  [["./skills"], [], "0 skills of 2 with './skills'. To search a folder, use --root ./skills.\n"],
])("list %j shows the skills that match these words", async (words, ids, total) => {
  const { code, out, err } = await piped.run(["list", ...words]);
  expect({ code, err }).toEqual({ code: 0, err: total });
  expect(
    out
      .split("\n")
      .slice(1, -1)
      .map((line) => line.split(" ")[0]),
  ).toEqual(ids);
  const { skills } = JSON.parse((await piped.run(["list", ...words, "--json"])).out);
  expect(skills.map(({ id }: { id: string }) => id)).toEqual(ids);
});

test("no output passes on control characters and bidi marks, JSON included", async () => {
  const evil = "\u009b31m \u202e \u2066 \u{e0041} \u200b";
  const machine = createTestMachine({
    "home/.claude/skills/evil/SKILL.md": skillFile("evil").replace("Handles", `Handles ${evil}`),
  });
  for (const words of [["list"], ["search", "evil"], ["doctor"], ["explain", "evil"], ["use", "evil"]]) {
    const { out, err } = await machine.run([...words, "--json"]);
    expect(out + err).not.toMatch(/[\u0080-\u009f\p{Cf}]/u);
    expect(JSON.parse(out)).toMatchObject({ version: 1 });
  }
  const { skills } = JSON.parse((await machine.run(["list", "--json"])).out);
  expect(skills[0].description).toContain(evil);
  expect((await machine.run(["list"])).out).not.toMatch(/[\u0080-\u009f\p{Cf}]/u);
});

describe("in a trusted project", async () => {
  const trusted = createTestMachine({
    "repo/.git/HEAD": "",
    "repo/.claude/skills/pdf/SKILL.md": skillFile("pdf", "tags: [documents, pdf]\n"),
    "repo/packages/web/.github/skills/web/SKILL.md": skillFile("web"),
    "home/.claude/skills/pdf/SKILL.md": skillFile("pdf", "license: MIT\n"),
    "home/.codex/skills/deploy/SKILL.md": skillFile("deploy", "scope:\n  environments: [production]\n"),
  });
  await trusted.run(["trust", "--yes"]);

  test("S0-14 C-1: --all shows the hidden and the disabled with their reasons", async () => {
    expect((await trusted.run(["list", "--all"], { screen: true })).out).toBe(
      [
        "NAME          SCOPE     DESCRIPTION",
        "deploy        personal  not available: it is for other environments",
        "pdf           project   Handles pdf files. Use when the user names one.",
        "pdf@personal  personal  shadowed by pdf: project takes precedence over personal",
        "web           project   Handles web files. Use when the user names one.",
        "",
      ].join("\n"),
    );
  });

  test("S3-19: an environment enables the skills for it", async () => {
    const { out } = await trusted.run(["list", "--environment", "production"], { screen: true });
    expect(out).toContain("deploy  personal  Handles deploy files.");
  });

  test("S3-24 C-1: the order of precedence is the user's choice", async () => {
    const { out } = await trusted.run(["list", "--precedence", "omniforge"]);
    expect(out).toContain("pdf   personal  ");
    const { code, err } = await trusted.run(["list", "--precedence", "mine-first"]);
    expect(code).toBe(2);
    expect(err).toContain("Known: default, uaaps, personal-first, omniforge.");
  });

  test("--tree shows scopes and folders", async () => {
    expect((await trusted.run(["list", "--tree"])).out).toBe(
      [
        "project",
        "├─ .claude/skills (claude-code)",
        "│  └─ pdf  Handles pdf files. Use when the user names one.",
        "└─ packages/web/.github/skills (copilot)",
        "   └─ web  Handles web files. Use when the user names one.",
        "",
      ].join("\n"),
    );
  });

  test("--client looks only into that agent's folders", async () => {
    const { out } = await trusted.run(["list", "--client", "claude-code", "--tree", "--all"]);
    expect(out).not.toContain("web");
    const { code, err } = await trusted.run(["list", "--client", "claude-cod"]);
    expect({ code, err }).toEqual({
      code: 2,
      err: "skillwright list: Unknown agent claude-cod. Did you mean claude-code?\n",
    });
  });
});

test("--json has every skill with its digest, the shadowed ones with winner and reason, and the findings", async () => {
  const { code, out } = await machine.run(["list", "--json"]);
  const { version, skills, shadowed, findings } = JSON.parse(out);
  expect({ code, version }).toEqual({ code: 0, version: 1 });
  expect(skills.map(({ id }: { id: string }) => id)).toEqual(["deploy", "mine", "pdf", "web"]);
  expect(skills[0]).toEqual({
    id: "deploy",
    name: "deploy",
    description: "Handles deploy files. Use when the user names one.",
    scope: "personal",
    path: `${machine.folder}/home/.codex/skills/deploy`,
    digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    tags: [],
    enabled: false,
    disabled: ["environment"],
    client: "codex",
    agents: expect.arrayContaining(["codex"]),
  });
  expect(shadowed).toEqual([
    expect.objectContaining({
      id: "pdf@project",
      tags: ["documents", "pdf"],
      winner: "pdf",
      reason: "disabled",
      disabled: ["untrusted"],
    }),
  ]);
  expect(findings.map(({ code: one }: { code: string }) => one).sort()).toEqual([
    "frontmatter-invalid",
    "project-untrusted",
  ]);
  expect(findings.find((one: { code: string }) => one.code === "frontmatter-invalid")).toEqual({
    code: "frontmatter-invalid",
    severity: "error",
    message:
      "The frontmatter is missing or invalid, so the skill was skipped. Run `skillwright check` on it.",
    path: `${machine.folder}/home/.agents/skills/broken/SKILL.md`,
  });
});

describe("--root", () => {
  const roots = createTestMachine({
    "repo/skills/group/pdf/SKILL.md": skillFile("pdf"),
    "repo/other/pdf/SKILL.md": skillFile("pdf", "license: MIT\n"),
    "repo/other/csv/SKILL.md": skillFile("csv"),
    "repo/file": "",
    "home/.claude/skills/mine/SKILL.md": skillFile("mine"),
  });
  const pathsOf = async (...words: string[]): Promise<unknown> => {
    const { skills, shadowed } = JSON.parse((await roots.run(["list", "--json", ...words])).out);
    return [...skills, ...shadowed].map(({ id, path, scope }) => [id, path, scope]);
  };

  test("replaces the default folders, can be repeated, and needs no trust; paths are shown as given", async () => {
    expect(await pathsOf("--root", "./skills/", "--root", `${roots.folder}/repo/other`)).toEqual([
      ["csv", `${roots.folder}/repo/other/csv`, "custom"],
      ["pdf", "./skills/group/pdf", "custom"],
      [expect.stringContaining("pdf@custom"), `${roots.folder}/repo/other/pdf`, "custom"],
    ]);
  });

  test("the first folder wins, and one named twice counts once", async () => {
    expect(await pathsOf("--root", "other", "--root", "skills", "--root", "./other")).toEqual([
      ["csv", "other/csv", "custom"],
      ["pdf", "other/pdf", "custom"],
      [expect.stringContaining("pdf@custom"), "skills/group/pdf", "custom"],
    ]);
  });

  test("S1-31: skills are found at any depth, also inside the folders of other skills", async () => {
    const deep = createTestMachine({
      "repo/s/a/SKILL.md": skillFile("a"),
      "repo/s/a/skills/b/SKILL.md": skillFile("b"),
      "repo/s/1/2/3/4/5/6/7/8/9/c/SKILL.md": skillFile("c"),
    });
    const { skills } = JSON.parse((await deep.run(["list", "--json", "--root", "s"])).out);
    expect(skills.map(({ path }: { path: string }) => path)).toEqual([
      "s/a",
      "s/a/skills/b",
      "s/1/2/3/4/5/6/7/8/9/c",
    ]);
  });

  test("a folder that is a skill itself is listed", async () => {
    expect(await pathsOf("--root", "other/csv")).toEqual([["csv", "other/csv", "custom"]]);
  });

  test.each([
    [["--root", "nowhere"], "No such file or directory: nowhere"],
    [["--root", ""], "--root requires a folder."],
    [["--root", "skills", "--root="], "--root requires a folder."],
    [["--root", "--json"], "--root requires a value; write --root=--json if it starts with a dash."],
    [["--root", "file"], "--root requires a folder of skills; file is not a directory."],
    [["--root", "skills", "--client", "codex"], "--root and --client cannot be combined."],
  ])("%j is wrong usage", async (words, message) => {
    const { code, out, err } = await roots.run(["list", ...words]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
  });
});

test("a partly unreadable skill is listed without a digest, and a finding says why", async () => {
  const linked = createTestMachine({
    "repo/s/good/SKILL.md": skillFile("good"),
    "repo/s/leaky/SKILL.md": skillFile("leaky"),
    "repo/t/leaky/SKILL.md": skillFile("leaky", "license: MIT\n"),
  });
  symlinkSync("/etc/hostname", `${linked.folder}/repo/s/leaky/notes.md`);
  const roots = ["--root", "s", "--root", "t"];
  const { skills, shadowed, findings } = JSON.parse((await linked.run(["list", ...roots, "--json"])).out);
  const digest = expect.stringMatching(/^sha256:/);
  expect(skills).toMatchObject([
    { id: "good", digest },
    { id: "leaky", path: "s/leaky", digest: null },
  ]);
  expect(shadowed).toMatchObject([{ path: "t/leaky", winner: "leaky", digest }]);
  expect(findings.filter(({ code }: { code: string }) => code === "skill-unreadable")).toEqual([
    {
      code: "skill-unreadable",
      severity: "error",
      message: "This skill cannot be read (it is a link whose target is not a file or folder of the skill).",
      path: "s/leaky/notes.md",
    },
  ]);
  expect((await linked.run(["list", ...roots])).out).toMatch(/^good .*\nleaky /m);
  const turned = JSON.parse((await linked.run(["list", "--root", "t", "--root", "s", "--json"])).out);
  expect(turned.shadowed).toMatchObject([{ path: "s/leaky", winner: "leaky", digest: null }]);
});

test("without skills it prints where it looked and how to create one", async () => {
  const empty = createTestMachine({ "repo/none/readme.md": "", "home/.agents/skills/readme.md": "" });
  const named = await empty.run(["list", "--root", "none"]);
  expect(named).toMatchObject({ code: 0, out: "" });
  expect(named.err).toContain("No skills found. Searched none.\nCreate one with `skillwright new NAME");
  expect((await empty.run(["list"])).err).toContain("Searched ~/.agents/skills.");
  expect((await createTestMachine({}).run(["list"])).err).toContain(
    "such as .claude/skills or ~/.agents/skills.",
  );
  expect(JSON.parse((await empty.run(["list", "--json"])).out)).toEqual({
    version: 1,
    skills: [],
    shadowed: [],
    findings: [],
  });
});

test("--verbose prints every finding", async () => {
  const { err } = await machine.run(["list", "--verbose"]);
  expect(err).toContain("note: ~/.agents/skills/broken/SKILL.md: The frontmatter is missing or invalid");
});

test("S3-75: --no-index writes nothing; otherwise the index is kept in the cache", async () => {
  const fresh = createTestMachine({ "repo/s/pdf/SKILL.md": skillFile("pdf") });
  await fresh.run(["list", "--root", "s", "--no-index"]);
  expect(existsSync(`${fresh.folder}/cache`)).toBe(false);
  await fresh.run(["list", "--root", "s"]);
  expect(existsSync(`${fresh.folder}/cache/index`)).toBe(true);
});

test("an unwritable cache fails nothing, and is mentioned only with --verbose", async () => {
  const full = createTestMachine({
    "repo/s/pdf/SKILL.md": skillFile("pdf"),
    cache: "a file where a folder should be",
  });
  const quiet = await full.run(["list", "--root", "s"]);
  expect(quiet).toMatchObject({ code: 0, err: "1 skill\n" });
  const told = await full.run(["list", "--root", "s", "--verbose"]);
  expect(told).toMatchObject({ code: 0, out: quiet.out });
  expect(told.err).toContain("The index could not be written");
});
