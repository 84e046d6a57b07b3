import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFolder, removeFoldersAfterwards, skillText, skillwright } from "./run-command.ts";
import { skillwrightHere } from "./run-here.ts";

removeFoldersAfterwards();

/** Ways to break the skill in `<folder>/pdf`, each with the rule that must report it. */
const spoilers: readonly [string, string, (skill: string) => void][] = [
  ["no SKILL.md", "file.missing", () => {}],
  ["an empty file", "frontmatter.required", (skill) => writeFileSync(join(skill, "SKILL.md"), "")],
  [
    "100 MB",
    "file.tooLarge",
    (skill) => {
      writeFileSync(join(skill, "SKILL.md"), skillText("pdf"));
      truncateSync(join(skill, "SKILL.md"), 100 * 1024 * 1024);
    },
  ],
  [
    "binary data",
    "file.encoding",
    (skill) => writeFileSync(join(skill, "SKILL.md"), Buffer.from([0, 1, 2, 0, 255])),
  ],
  [
    "Latin-1",
    "file.encoding",
    (skill) =>
      writeFileSync(
        join(skill, "SKILL.md"),
        Buffer.from(skillText("pdf").replace("Title", "Titel \xe9"), "latin1"),
      ),
  ],
  ["a directory named SKILL.md", "file.unreadable", (skill) => mkdirSync(join(skill, "SKILL.md"))],
  ["a FIFO", "file.unreadable", (skill) => execFileSync("mkfifo", [join(skill, "SKILL.md")])],
  ["a link to itself", "file.unreadable", (skill) => symlinkSync("SKILL.md", join(skill, "SKILL.md"))],
  [
    "a link out of the skill",
    "file.linkOutside",
    (skill) => symlinkSync("/etc/passwd", join(skill, "SKILL.md")),
  ],
  ["an alias bomb", "frontmatter.yaml", (skill) => writeFileSync(join(skill, "SKILL.md"), bomb())],
  [
    "10,000 nested lists",
    "frontmatter.yaml",
    (skill) =>
      writeFileSync(
        join(skill, "SKILL.md"),
        `---\nname: pdf\nx: ${"[".repeat(10_000)}${"]".repeat(10_000)}\n---\n`,
      ),
  ],
];

function bomb(): string {
  const lines = ["---", "name: pdf", "a0: &a0 [x, x, x, x, x, x, x, x, x]"];
  for (let level = 1; level < 10; level++)
    lines.push(
      `a${level}: &a${level} [${Array(9)
        .fill(`*a${level - 1}`)
        .join(", ")}]`,
    );
  return `${[...lines, "---", ""].join("\n")}`;
}

describe.each(spoilers)("%s", (_, rule, spoil) => {
  test("is a finding in every command, never a stack trace", async () => {
    const cwd = createFolder({ "pdf/notes.md": "a note", "csv/SKILL.md": skillText("csv") });
    spoil(join(cwd, "pdf"));
    const before = readdirSync(cwd, { recursive: true });
    const { code, stdout, stderr } = await skillwrightHere(["check", "pdf", "--json"], { cwd });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(JSON.parse(stdout).skills[0].findings.map((finding: { rule: string }) => finding.rule)).toContain(
      rule,
    );
    for (const words of [
      ["check", "pdf", "--fix"],
      ["check", "pdf", "csv"],
      ["validate", "pdf", "-p", "skills-ref"],
      ["show", "pdf"],
      ["read-properties", "pdf"],
      ["to-prompt", "pdf"],
    ]) {
      const result = await skillwrightHere(words, { cwd });
      expect(result.code, words.join(" ")).toBeGreaterThan(0);
      expect(result.stdout + result.stderr).not.toMatch(/\n\s+at |node:internal/);
    }
    expect(readdirSync(cwd, { recursive: true })).toEqual(before);
  });
});

test("one broken skill never hides another", async () => {
  const cwd = createFolder({ "s/csv/SKILL.md": skillText("csv"), "s/pdf/SKILL.md": "no frontmatter" });
  const { stdout } = await skillwrightHere(["check", "s", "--json"], { cwd });
  expect(JSON.parse(stdout).summary).toMatchObject({ skills: 2, valid: 1 });
});

test("escape sequences and bidi marks of a skill are shown, not obeyed", async () => {
  const cwd = createFolder({
    "pdf/SKILL.md": `---\nname: "pdf\\e[31m"\ndescription: "Reads \\u202e files \\e]0;owned\\a"\n---\n# \u001b[2JTitle\n`,
  });
  for (const words of [
    ["check", "pdf"],
    ["show", "pdf"],
    ["to-prompt", "pdf", "--format", "bullets"],
    ["balance", "pdf"],
  ]) {
    const { stdout, stderr } = await skillwrightHere(words, { cwd });
    expect(stdout + stderr, words.join(" ")).not.toMatch(/[\u001b\u0007\u202e]/);
  }
});

test("a fix's title cannot carry an escape sequence to the terminal", async () => {
  const cwd = createFolder({
    "pdf/SKILL.md": skillText("pdf").replace("\n---\n#", '\nmetadata:\n  "n\\e[31mRED": 12\n---\n#'),
  });
  for (const words of [
    ["check", "pdf"],
    ["check", "pdf", "--fix"],
  ]) {
    const { stdout, stderr } = await skillwrightHere(words, { cwd });
    expect(stdout + stderr).not.toContain("\u001b");
    expect(stdout + stderr).toContain("\\u{1b}[31mRED");
  }
});

test("a `__proto__` key is only a key", async () => {
  const cwd = createFolder({
    "pdf/SKILL.md": skillText("pdf").replace(
      "---\n#",
      "__proto__:\n  polluted: yes\nmetadata:\n  __proto__: x\n---\n#",
    ),
  });
  const { stdout } = await skillwrightHere(["check", "pdf", "--json"], { cwd });
  expect(JSON.parse(stdout).skills[0].findings.map((one: { rule: string }) => one.rule)).toContain(
    "frontmatter.unknownField",
  );
});

test("50,000 skills in one folder are reported whole", async () => {
  const cwd = createFolder();
  for (let index = 0; index < 50_000; index++) {
    mkdirSync(join(cwd, `s/k${index}`), { recursive: true });
    writeFileSync(join(cwd, `s/k${index}/SKILL.md`), skillText(`k${index}`));
  }
  const { stdout, code } = await skillwright(["validate", "s", "--json"], {
    cwd,
    env: { NODE_OPTIONS: "--max-old-space-size=128" },
  });
  expect(code).toBe(0);
  expect(JSON.parse(stdout).summary).toEqual({
    skills: 50_000,
    valid: 50_000,
    errors: 0,
    warnings: 0,
    infos: 0,
  });
}, 240_000);
