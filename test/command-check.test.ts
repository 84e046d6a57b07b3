import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolder, removeFoldersAfterwards, skillText, skillwright } from "./run-command.ts";
import { skillwrightHere } from "./run-here.ts";

removeFoldersAfterwards();

test("check answers in the documented JSON, skills in path order, exit code 1 on errors", async () => {
  const cwd = createFolder({
    "skills/b-good/SKILL.md": skillText("b-good"),
    "skills/a-bad/SKILL.md":
      "---\nname: wrong\ndescription: Reads files. Use when asked.\n---\n# Title\n\nRead the file.\n",
  });
  const { code, stdout, stderr } = await skillwright(["check", "skills", "--json"], { cwd });
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    profile: "standard",
    skills: [
      {
        path: "skills/a-bad",
        file: "skills/a-bad/SKILL.md",
        name: "wrong",
        valid: false,
        verdict: "pass",
        reasons: [],
        unread: [],
        findings: [
          {
            rule: "name.matchesDirectory",
            category: "spec",
            severity: "error",
            message: expect.stringContaining("a-bad"),
            file: "skills/a-bad/SKILL.md",
            range: { start: { line: 2, column: 7 }, end: { line: 2, column: 12 } },
            fix: { title: expect.any(String), safe: false },
          },
        ],
      },
      {
        path: "skills/b-good",
        file: "skills/b-good/SKILL.md",
        name: "b-good",
        valid: true,
        verdict: "pass",
        reasons: [],
        unread: [],
        findings: [],
      },
    ],
    summary: {
      skills: 2,
      valid: 1,
      errors: 1,
      warnings: 0,
      infos: 0,
      verdicts: { block: 0, review: 0, partial: 0, pass: 2 },
    },
  });
});

test("a path may be a skill, its SKILL.md, or several folders; each skill is reported once", async () => {
  const cwd = createFolder({
    "x/pdf/SKILL.md": skillText("pdf"),
    "x/deep/er/csv/SKILL.md": skillText("csv"),
  });
  const paths = async (...words: string[]): Promise<string[]> => {
    const { stdout } = await skillwrightHere(["validate", "--json", ...words], { cwd });
    return JSON.parse(stdout).skills.map((skill: { path: string }) => skill.path);
  };
  expect(await paths("x/pdf")).toEqual(["x/pdf"]);
  expect(await paths("x/pdf/SKILL.md")).toEqual(["x/pdf"]);
  expect(await paths("x")).toEqual(["x/deep/er/csv", "x/pdf"]);
  expect(await paths("x/pdf", "x/deep", "x/pdf/SKILL.md")).toEqual(["x/deep/er/csv", "x/pdf"]);
});

test("`-` checks one file from standard input, and as a filter --fix prints the repaired text", async () => {
  const broken = "---\nname: pdf\ndescription: Reads PDF: text and tables. Use when asked.\n---\n# Title\n";
  const checked = await skillwright(["check", "-", "--json"], { input: broken });
  expect(checked.code).toBe(1);
  expect(JSON.parse(checked.stdout).skills[0]).toMatchObject({
    path: "<stdin>",
    file: "<stdin>",
    name: "pdf",
  });
  const fixed = await skillwright(["check", "-", "--fix"], { input: broken });
  expect(fixed).toMatchObject({
    code: 0,
    stdout: broken.replace(
      "Reads PDF: text and tables. Use when asked.",
      "'Reads PDF: text and tables. Use when asked.'",
    ),
  });
});

test("--fix applies safe fixes, says what it did, changes nothing else, and a second run changes nothing", async () => {
  const cwd = createFolder({
    "pdf/SKILL.md":
      "\uFEFF---\r\nname: pdf\r\ndescription: Reads PDF: all of it. Use when asked.\r\n---\r\n# Title\r\n",
    "pdf/scripts/run.sh": "#!/bin/sh\necho hello\n",
    "pdf/notes.txt": "keep me",
  });
  const first = await skillwrightHere(["check", "pdf", "--fix"], { cwd });
  expect(first.code).toBe(0);
  expect(first.stderr).toContain("Fixed pdf/SKILL.md");
  const text = readFileSync(join(cwd, "pdf/SKILL.md"), "utf8");
  expect(text).toBe(
    "---\r\nname: pdf\r\ndescription: 'Reads PDF: all of it. Use when asked.'\r\n---\r\n# Title\r\n",
  );
  expect(statSync(join(cwd, "pdf/scripts/run.sh")).mode & 0o111).not.toBe(0);
  const before = statSync(join(cwd, "pdf/SKILL.md")).mtimeMs;
  const second = await skillwrightHere(["check", "pdf", "--fix"], { cwd });
  expect(second).toMatchObject({ code: 0, stderr: "" });
  expect(statSync(join(cwd, "pdf/SKILL.md")).mtimeMs).toBe(before);
  expect(readdirSync(join(cwd, "pdf")).sort()).toEqual(["SKILL.md", "notes.txt", "scripts"]);
});

test("unsafe repairs wait for --unsafe", async () => {
  const cwd = createFolder({ "pdf/SKILL.md": skillText("xlsx") });
  await skillwrightHere(["check", "pdf", "--fix"], { cwd });
  expect(readFileSync(join(cwd, "pdf/SKILL.md"), "utf8")).toContain("name: xlsx");
  await skillwrightHere(["check", "pdf", "--fix", "--unsafe"], { cwd });
  expect(readFileSync(join(cwd, "pdf/SKILL.md"), "utf8")).toContain("name: pdf\n");
});

test("JSON of many skills arrives whole through a pipe", async () => {
  const files: Record<string, string> = {};
  for (let index = 0; index < 1500; index++) files[`s/skill-${index}/SKILL.md`] = skillText(`other-${index}`);
  const { stdout, code } = await skillwright(["validate", "s", "--json"], { cwd: createFolder(files) });
  expect(code).toBe(1);
  expect(stdout.length).toBeGreaterThan(500_000);
  expect(JSON.parse(stdout).skills).toHaveLength(1500);
});

test("the text shows place, severity, rule, message and the offending line, without color in a pipe", async () => {
  const cwd = createFolder({ "pdf/SKILL.md": skillText("PDF") });
  const { stdout, code } = await skillwright(["validate", "pdf"], { cwd, env: { COLUMNS: "80" } });
  expect(code).toBe(1);
  expect(stdout).toContain("pdf/SKILL.md\n  2:7    error name.format\n");
  expect(stdout).toContain("2 │ name: PDF\n           │       ^^^\n");
  expect(stdout).not.toContain("\u001b");
  expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  const colored = await skillwright(["validate", "pdf"], { cwd, env: { FORCE_COLOR: "1" } });
  expect(colored.stdout).toContain("\u001b[31merror");
});

test("a configuration sets the profile, severities and ignored folders; the flag takes precedence", async () => {
  const cwd = createFolder({
    "skillwright.config.yaml":
      "profile: strict\nrules:\n  name.matchesDirectory: info\nignore:\n  - drafts\n",
    "a/SKILL.md": skillText("b"),
    "drafts/c/SKILL.md": skillText("d"),
  });
  const { stdout, code } = await skillwrightHere(["validate", ".", "--json"], { cwd });
  expect(code).toBe(0);
  const report = JSON.parse(stdout);
  expect(report.profile).toBe("strict");
  expect(report.skills).toHaveLength(1);
  expect(report.skills[0].findings[0]).toMatchObject({ rule: "name.matchesDirectory", severity: "info" });
  const flagged = await skillwrightHere(["validate", ".", "--json", "--profile", "lenient"], { cwd });
  expect(JSON.parse(flagged.stdout).profile).toBe("lenient");
});

test("a configuration that is wrong is explained, with exit code 2", async () => {
  const cwd = createFolder({
    "skillwright.config.json": '{"rules":{"name.formt":"off"}}',
    "a/SKILL.md": skillText("a"),
  });
  expect(await skillwrightHere(["check", "."], { cwd })).toEqual({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining(
      "skillwright.config.json is not a valid configuration: unknown rule: name.formt. Did you mean name.format?",
    ),
  });
});

test("as a filter, --fix loses nothing: unreadable input prints no text, and remaining errors are reported", async () => {
  const unreadable = await skillwrightHere(["check", "-", "--fix"], { input: "---\nname: pdf\0\n---\n" });
  expect(unreadable).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("file.encoding") });
  const remaining = "---\nname: A B\ndescription: Reads files. Use when asked.\n---\nGo.\n";
  const fixed = await skillwrightHere(["check", "-", "--fix"], { input: remaining });
  expect(fixed).toMatchObject({ code: 1, stdout: remaining, stderr: expect.stringContaining("name.format") });
  expect(await skillwrightHere(["check", "-", "--fix", "--json"], { input: remaining })).toMatchObject({
    code: 2,
  });
});

test("one skill spelled several ways counts once, and several paths keep path order", async () => {
  const cwd = createFolder({ "a/x/SKILL.md": skillText("x"), "a-b/SKILL.md": skillText("a-b") });
  const { stdout } = await skillwrightHere(["check", "a", "./a/x", "a-b", "a/x/SKILL.md", "--json"], { cwd });
  expect(JSON.parse(stdout).skills.map((skill: { path: string }) => skill.path)).toEqual(["./a/x", "a-b"]);
});

test.each(["scan", "lint"])("%s reports that a skill cannot be read", async (command) => {
  const cwd = createFolder({ "a/SKILL.md": "\0", "b/notes.md": "" });
  expect((await skillwrightHere([command, "a"], { cwd })).stdout).toContain("file.encoding");
  expect((await skillwrightHere([command, "b"], { cwd })).stdout).toContain("file.missing");
});

test("the profile skills-ref rejects unsupported options", async () => {
  const cwd = createFolder({ "a/SKILL.md": skillText("a") });
  for (const words of [
    ["scan", "a"],
    ["lint", "a"],
    ["check", "a", "--fix"],
  ]) {
    const { code, stderr } = await skillwrightHere([...words, "--profile", "skills-ref"], { cwd });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("only validates") });
  }
});

test("a file that cannot be written is reported, and the others are fixed", async () => {
  const broken = (name: string): string => `\uFEFF${skillText(name)}`;
  const cwd = createFolder({ "a/SKILL.md": broken("a"), "b/SKILL.md": broken("b") });
  chmodSync(join(cwd, "a/SKILL.md"), 0o444);
  const { code, stderr } = await skillwrightHere(["check", ".", "--fix"], { cwd });
  expect(code).toBe(4);
  expect(stderr).toContain("Not fixed: Permission denied: ./a/SKILL.md");
  expect(readFileSync(join(cwd, "b/SKILL.md"), "utf8")).toBe(skillText("b"));
});

test("fixes beyond the reporting limit are applied in one run", async () => {
  const values = Array.from({ length: 1200 }, (_, index) => `  k${index}: ${index}`).join("\n");
  const cwd = createFolder({
    "a/SKILL.md": skillText("a").replace("\n---\n#", `\nmetadata:\n${values}\n---\n#`),
  });
  await skillwrightHere(["check", "a", "--fix"], { cwd });
  const once = readFileSync(join(cwd, "a/SKILL.md"), "utf8");
  expect(once.match(/^ {2}k\d+: ["']/gm)).toHaveLength(1200);
});

test("a skill is not renamed after a link to it, but after its own directory from inside", async () => {
  const cwd = createFolder({ "pdf/SKILL.md": skillText("pdf"), "csv/SKILL.md": skillText("xlsx") });
  symlinkSync("pdf", join(cwd, "df"));
  await skillwrightHere(["check", "df", "--fix", "--unsafe"], { cwd });
  expect(readFileSync(join(cwd, "pdf/SKILL.md"), "utf8")).toBe(skillText("pdf"));
  await skillwrightHere(["check", ".", "--fix", "--unsafe"], { cwd: join(cwd, "csv") });
  expect(readFileSync(join(cwd, "csv/SKILL.md"), "utf8")).toContain("name: csv\n");
});

test("the line with a secret is not printed", async () => {
  const secret = `ghp_${"aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2"}`;
  const cwd = createFolder({
    "pdf/SKILL.md": skillText("pdf", `# Title\n\nUse the token ${secret} for it.\n`),
  });
  const { stdout } = await skillwrightHere(["check", "pdf"], { cwd });
  expect(stdout).toContain("embedded-secret");
  expect(stdout).not.toContain(secret);
});

const untidy =
  "---\nname: pdf\ndescription: 'Reads PDF: text. Use when asked.'\nlicense: 2.0\n---\n# PDF\n\nRead it.\n";

test("--fix --dry-run says what would be fixed and reports the rest, --diff prints the changes; neither writes", async () => {
  const cwd = createFolder({ "pdf/SKILL.md": untidy, "pdf/scripts/run.sh": "#!/bin/sh\necho hi\n" });
  chmodSync(join(cwd, "pdf/scripts/run.sh"), 0o644);
  const dry = await skillwrightHere(["check", "pdf", "--fix", "--dry-run"], { cwd });
  expect(dry.stderr).toBe(
    "Would fix pdf/SKILL.md: Quote the value of license (license.type)\n" +
      "Would fix pdf/scripts/run.sh: Make it executable (script-not-executable)\n",
  );
  expect(dry.stdout).not.toContain("license.type");
  const diff = await skillwrightHere(["check", "pdf", "--fix", "--diff"], { cwd });
  expect(diff).toMatchObject({ code: 1, stderr: "" });
  expect(diff.stdout).toContain('-license: 2.0\n+license: "2.0"\n');
  expect(diff.stdout).toContain(
    "diff pdf/scripts/run.sh pdf/scripts/run.sh\nold mode 100644\nnew mode 100755\n",
  );
  expect(readFileSync(join(cwd, "pdf/SKILL.md"), "utf8")).toBe(untidy);
  expect(statSync(join(cwd, "pdf/scripts/run.sh")).mode & 0o111).toBe(0);
});

test("a preview needs --fix, and works for standard input", async () => {
  expect(await skillwrightHere(["check", "--dry-run"])).toMatchObject({ code: 2, stdout: "" });
  const { stdout } = await skillwrightHere(["check", "-", "--fix", "--diff"], { input: untidy });
  expect(stdout).toContain('+license: "2.0"\n');
});

test("--fail-on chooses what fails, --quiet shows only that", async () => {
  const cwd = createFolder({
    "pdf/SKILL.md": "---\nname: pdf\ndescription: Reads PDF files.\nmodel: opus\n---\n# PDF\n\nRead it.\n",
  });
  const run = (...words: string[]): ReturnType<typeof skillwright> =>
    skillwrightHere(["check", "pdf", ...words], { cwd });
  expect((await run()).code).toBe(0);
  expect((await run("--fail-on", "warning")).code).toBe(1);
  expect((await run("--fail-on", "info")).code).toBe(1);
  expect(await run("--quiet")).toMatchObject({ code: 0, stdout: "" });
  const quiet = await run("--quiet", "--fail-on", "warning");
  expect(quiet.stdout).toContain("description-quality");
  expect(quiet.stdout).not.toContain("extensionField");
  expect(await run("--fail-on", "never")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--fail-on is one of error, warning, info, review; found 'never'."),
  });
});

test("--summary counts the findings of each rule, the most frequent first", async () => {
  const skill = (name: string): string =>
    `---\nname: ${name}\ndescription: Reads ${name} files.\nlicense: 2.0\n---\n# Title\n\nSee [a](a.md), [b](b.md).\n`;
  const cwd = createFolder({ "s/pdf/SKILL.md": skill("pdf"), "s/csv/SKILL.md": skill("csv") });
  const { code, stdout } = await skillwrightHere(["check", "s", "--summary"], { cwd });
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: [
      "  4  warning  reference-broken     in 2 skills",
      "  2  warning  description-quality  in 2 skills",
      "  2  error    license.type         in 2 skills, 2 fixable with --fix",
      "",
      "✗ 2 skills, 0 valid: 2 errors, 6 warnings, 0 infos",
      "",
    ].join("\n"),
  });
});

test("a folder without skills is said to have none", async () => {
  const cwd = createFolder({ "notes/a.md": "# A\n" });
  expect(await skillwrightHere(["check"], { cwd })).toMatchObject({
    code: 1,
    stdout:
      "✗ No skills found in . (file.missing)\n  A skill is a folder with a SKILL.md. Create one with `skillwright new NAME`.\n",
  });
});
