import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { main } from "../../main.ts";
import { createTestIo, type TestIo } from "../../test-io.ts";
import { planSkill, templateNames } from "./templates.ts";

let cwd = "";
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "new-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

async function run(
  words: readonly string[],
  answers?: readonly string[],
): Promise<TestIo & { code: number }> {
  const io = createTestIo({ cwd, ...(answers === undefined ? {} : { answers }) });
  const code = await main(["new", ...words], io);
  return { ...io, code };
}

type Row = { readonly rule: string };

/** What `check` reports on a skill in the folder, besides the text of the template that is still in it. */
async function findings(name: string): Promise<unknown> {
  const all = await allFindings(name);
  return all.filter(({ rule }) => rule !== "placeholder-text");
}

async function allFindings(name: string): Promise<readonly Row[]> {
  const io = createTestIo();
  await main(["check", join(cwd, name), "--json"], io);
  return JSON.parse(io.written.out).skills[0].findings;
}

const description = "Checks invoices for wrong totals. Use when the user has an invoice.";

test.each(templateNames)(
  "a skill from the template %s passes check, but for the text to replace",
  async (template) => {
    await run(["invoice-check", "--template", template, "--description", description, "--license", "MIT"]);
    expect(await findings("invoice-check")).toEqual([]);
    expect((await allFindings("invoice-check")).map(({ rule }) => rule)).toEqual(["placeholder-text"]);
  },
);

test.each(templateNames)("so does one from %s with only a name", async (template) => {
  await run(["invoice-check", "--template", template, "--yes"]);
  expect(await findings("invoice-check")).toEqual([]);
});

test.each([
  'Quotes "here": and a colon # and more. Use when testing.',
  "- starts like a list. Use when testing.",
  "true",
  "Mängel prüfen – immer, wenn Rechnungen kommen",
  "x",
  "Two\nlines. Use when testing.",
])("the description %j survives the frontmatter and passes check", async (text) => {
  const { code } = await run(["invoice-check", `--description=${text}`]);
  expect(code).toBe(0);
  expect(await findings("invoice-check")).toEqual([]);
});

test.each(["true", "123", "1e3", "null", "on", "2024-01-01", "a"])(
  "the name %s is written as text",
  async (name) => {
    await run([name, "--yes"]);
    const io = createTestIo();
    await main(["read-properties", join(cwd, name)], io);
    expect(JSON.parse(io.written.out).name).toBe(name);
    expect(await findings(name)).toEqual([]);
  },
);

test("a description that does not say when to use the skill is completed, with a note", async () => {
  const { written } = await run(["invoice-check", "--description", "Checks invoices"]);
  expect(written.err).toBe(
    "note: the description does not say when to use the skill; added: Use when the user asks for invoice check.\n",
  );
  expect(readFileSync(join(cwd, "invoice-check/SKILL.md"), "utf8")).toContain(
    "description: Checks invoices. Use when the user asks for invoice check.\n",
  );
});

test("the last lines say what was created and what to do next", async () => {
  const { written, code } = await run(["invoice-check", "--template", "with-references", "--yes"]);
  expect(code).toBe(0);
  expect(written).toEqual({
    out: [
      "✓ Created invoice-check",
      "  SKILL.md",
      "  references/cases.md",
      "",
      "Next:",
      "  1. Edit invoice-check/SKILL.md.",
      "  2. Run `skillwright check invoice-check`.",
      "  3. Add requests to invoice-check/evals/evals.json, then run `skillwright eval invoice-check`.",
      "  4. Move it to a folder where agents look, such as .claude/skills or ~/.agents/skills.",
      "",
    ].join("\n"),
    err: "",
  });
});

test("--json names the path and the files", async () => {
  const { written } = await run([
    "invoice-check",
    "--template",
    "with-scripts",
    "--dir",
    "skills",
    "--json",
    "--yes",
  ]);
  expect(JSON.parse(written.out)).toEqual({
    version: 1,
    path: "skills/invoice-check",
    files: [
      "SKILL.md",
      "scripts/summarize.py",
      "tests/cases/01-counts.yaml",
      "tests/cases/02-missing-file.yaml",
    ],
  });
  expect(statSync(join(cwd, "skills/invoice-check/SKILL.md")).isFile()).toBe(true);
});

test("--dry-run prints the files and writes none", async () => {
  const { written } = await run(["invoice-check", "--dry-run", "--yes"]);
  expect(written.out).toBe("Would create invoice-check\n  SKILL.md\n");
  expect(statSync(join(cwd, "invoice-check"), { throwIfNoEntry: false })).toBeUndefined();
});

test("on a terminal it asks four short questions", async () => {
  const { asked, code } = await run([], ["invoice-check", description, "with-scripts", "MIT"]);
  expect(code).toBe(0);
  expect(asked).toEqual([
    "Name of the skill, such as invoice-check: ",
    "What does it do, and when should an agent use it? ",
    "Template: basic, with-scripts, with-references [basic]: ",
    "License, such as MIT or Apache-2.0 (empty for none): ",
  ]);
  expect(readFileSync(join(cwd, "invoice-check/SKILL.md"), "utf8")).toMatch(
    /^---\nname: invoice-check\ndescription: Checks .*\nlicense: MIT\ncompatibility: /,
  );
});

test("a flag replaces its question, and empty answers take the default", async () => {
  const { asked, code } = await run(["invoice-check", "--license", "MIT"], ["", ""]);
  expect(code).toBe(0);
  expect(asked).toHaveLength(2);
  expect(await findings("invoice-check")).toEqual([]);
});

test("a wrong answer is explained and asked again, with a name that would do", async () => {
  const { asked, written, code } = await run([], ["Invoice Check!", "", "", "fancy", "basic", ""]);
  expect(code).toBe(0);
  expect(asked.slice(0, 2)).toEqual(["Name of the skill, such as invoice-check: ", "Name [invoice-check]: "]);
  expect(written.err).toContain("'Invoice Check!' is not a valid name: expected lowercase letters");
  expect(written.err).toContain("Unknown template 'fancy'.");
});

test("without a terminal a missing name is wrong usage that says what to pass", async () => {
  const { written, code } = await run(["--template", "basic"]);
  expect(code).toBe(2);
  expect(written.err).toContain("NAME is required, as in `skillwright new invoice-check`.");
});

test.each([
  ["Invoice_Check", "invoice-check"],
  ["-a--b-", "a-b"],
  ["Prüfung", "prufung"],
  ["../escape", "escape"],
  ["!!!", "my-skill"],
  ["x".repeat(70), "x".repeat(64)],
])("the name %s is refused and %s is suggested", async (name, suggestion) => {
  const { written, code } = await run(["--yes", "--", name]);
  expect(code).toBe(2);
  expect(written.err).toContain(`Try '${suggestion}'.`);
});

test("an unknown template and a description over the limit are wrong usage", async () => {
  expect((await run(["a-b", "--template", "huge"])).written.err).toContain(
    "--template must be one of basic, with-scripts, with-references; found 'huge'.",
  );
  expect((await run(["a-b", "--description", "x".repeat(1025)])).code).toBe(2);
});

test("an existing folder is never overwritten, and nothing is asked first", async () => {
  mkdirSync(join(cwd, "invoice-check"));
  writeFileSync(join(cwd, "invoice-check/notes.txt"), "mine");
  const { written, asked, code } = await run(["invoice-check"], ["", "", ""]);
  expect(code).toBe(2);
  expect(asked).toEqual([]);
  expect(written.err).toContain("invoice-check already exists and was not changed.");
  expect(statSync(join(cwd, "invoice-check/SKILL.md"), { throwIfNoEntry: false })).toBeUndefined();
});

test("an existing empty folder is fine", async () => {
  mkdirSync(join(cwd, "invoice-check"));
  expect((await run(["invoice-check", "--yes"])).code).toBe(0);
});

test("the script is executable, has help, works, and reports errors", async () => {
  await run(["invoice-check", "--template", "with-scripts", "--yes"]);
  const script = join(cwd, "invoice-check/scripts/summarize.py");
  writeFileSync(join(cwd, "notes.txt"), "one two\nthree\n");
  writeFileSync(join(cwd, "latin.txt"), Uint8Array.of(0x61, 0xe4));
  const call = (...words: string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(script, words, { cwd, encoding: "utf8" });
  expect(call("--help").stdout).toContain("Exit codes: 0 done, 2 the file cannot be read.");
  expect(JSON.parse(call("notes.txt").stdout)).toEqual({ lines: 2, words: 3, longest_line: 7 });
  expect(call("gone.txt")).toMatchObject({
    status: 2,
    stderr: "error: gone.txt does not exist; give the path of a text file.\n",
  });
  expect(call("latin.txt")).toMatchObject({
    status: 2,
    stderr: "error: latin.txt is not UTF-8 at byte 1; convert it first.\n",
  });
});

test("the tests of a new skill pass, and touch its script", async () => {
  await run(["invoice-check", "--template", "with-scripts", "--yes"]);
  const io = createTestIo({ cwd });
  const code = await main(["test", "invoice-check", "--no-sandbox", "--json", "--coverage"], io);
  expect({ code, report: JSON.parse(io.written.out) }).toMatchObject({
    code: 0,
    report: {
      summary: { passed: 2, failed: 0, skipped: 0 },
      coverage: [{ untouched: { scripts: [], references: [] } }],
    },
  });
});

test("a plan is data: files with their text, nothing written", () => {
  const files = planSkill({ name: "pdf-tables", description: "D. Use when d.", template: "with-scripts" });
  expect(files.map(({ path, executable }) => ({ path, executable }))).toEqual([
    { path: "SKILL.md", executable: false },
    { path: "scripts/summarize.py", executable: true },
    { path: "tests/cases/01-counts.yaml", executable: false },
    { path: "tests/cases/02-missing-file.yaml", executable: false },
  ]);
  expect(files[0]?.content).toContain("\n# Pdf tables\n");
  expect(files.every(({ content }) => content.endsWith("\n"))).toBe(true);
});

test.each(templateNames)("the template %s has a section on what goes wrong", (template) => {
  expect(planSkill({ name: "a", description: "d", template })[0]?.content).toContain("\n## Gotchas\n");
});
