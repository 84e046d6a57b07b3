import { expect, test } from "vitest";
import { createListing } from "./create-listing.ts";
import { createSystemPrompt, type SystemPrompt } from "./system-prompt.ts";

const complete = createSystemPrompt({
  navigation: "full",
  listing: createListing([{ id: "pdf", description: "Reads PDF files." }], { placement: "system" }),
  projectInstructions: [{ path: "/work/AGENTS.md", text: "Use tabs.", isCut: false }],
});

function sectionOf({ sections }: SystemPrompt, name: string): string {
  return sections.find((section) => section.name === name)?.text ?? "";
}

test("S3-36: the sections are in OmniForge's order", () => {
  expect(complete.sections.map(({ name }) => name)).toEqual([
    "role",
    "tool-system",
    "skill-navigation",
    "skills",
    "project-instructions",
  ]);
  expect(complete.text).toBe(complete.sections.map(({ text }) => text).join("\n\n"));
});

test("each section and the whole prompt stay within OmniForge's token budgets", () => {
  const base = createSystemPrompt({ navigation: "full" });
  const [role, tools, navigation] = base.sections.map(({ tokens }) => tokens);
  expect(role).toSatisfy((tokens: number) => tokens >= 50 && tokens <= 200);
  expect(tools).toSatisfy((tokens: number) => tokens >= 800 && tokens <= 1000);
  expect(navigation).toSatisfy((tokens: number) => tokens >= 400 && tokens <= 600);
  expect(base.tokens).toSatisfy((tokens: number) => tokens >= 1250 && tokens <= 1800);
});

test.each([
  ["definition fields", ["`name`", "`description`", "`parameters`", "`type`", "`required`", "`default`"]],
  ["parameter types", ["`string`", "`integer`", "`float`", "`boolean`", "`array`", "`object`"]],
  [
    "result fields",
    ["success", "result", "error", "duration_ms", "tokens_used", "cost_usd", "cached", "retry_count"].map(
      (field) => `\`${field}\``,
    ),
  ],
  [
    "worked examples",
    [
      '{"file_path": "/project/notes.txt"}',
      '"return_code": 0',
      '"success": false, "error": "File not found: ',
    ],
  ],
  [
    "standard errors",
    [
      '"Missing required parameter: X"',
      '"Invalid parameter type: expected string, got integer"',
      '"File not found"',
      '"Permission denied"',
      '"Timeout exceeded"',
    ],
  ],
])("S3-35: the tool system has all %s", (_, parts) => {
  const text = sectionOf(complete, "tool-system");
  expect(parts.filter((part) => !text.includes(part))).toEqual([]);
});

test("S3-34, S3-81: the navigation explains what to read, what to run and how to resolve paths", () => {
  const text = sectionOf(complete, "skill-navigation");
  const parts = [
    "`[reference.md](reference.md)`",
    "read `{base_path}/reference.md` with `read_file`",
    "run it with `bash_exec`",
    "`python {base_path}/scripts/validate.py input.txt`",
    "Run a script, never read it",
    "read forms.md and follow it",
    "Read `{base_path}/forms.md`",
    "Relative, such as",
    "Absolute, such as",
    "URLs, such as",
    "forward slashes (/), also on Windows",
    "stays out of your context until a step needs it",
  ];
  expect(parts.filter((part) => !text.includes(part))).toEqual([]);
});

test("the host sets its role and the names of its tools", () => {
  const prompt = createSystemPrompt({
    role: "You review code.",
    tools: { read: "Read", run: "Bash" },
    navigation: "full",
  });
  expect(sectionOf(prompt, "role")).toBe("You review code.");
  expect(prompt.text).toContain("with `Read`");
  expect(prompt.text).not.toMatch(/read_file|bash_exec|\{read\}|\{run\}/);
});

test("native tools and missing skills are not mentioned", () => {
  const prompt = createSystemPrompt({
    role: "You review code.",
    toolSystem: "none",
    navigation: "none",
    listing: createListing([], { placement: "system" }),
  });
  expect(prompt).toEqual({
    text: "You review code.",
    tokens: 4,
    sections: [{ name: "role", text: "You review code.", tokens: 4 }],
  });
});

test("a listing for the tool or a message stays out of the system prompt", () => {
  const listing = createListing([{ id: "pdf", description: "Reads." }], { placement: "tool" });
  expect(createSystemPrompt({ navigation: "full", listing }).sections).toHaveLength(3);
});

test("project instructions come last, each under its path", () => {
  const { sections } = createSystemPrompt({
    navigation: "none",
    projectInstructions: [
      { path: "/work/AGENTS.md", text: "Use tabs.", isCut: false },
      { path: "/work/web/CLAUDE.md", text: "Use <b>spaces</b>.", isCut: true },
    ],
  });
  expect(sections.at(-1)?.text).toMatchInlineSnapshot(`
    "# Project instructions

    How to work in this project. If files disagree, the later one, closer to your working folder, takes precedence.

    <project_instructions path="/work/AGENTS.md">
    Use tabs.
    </project_instructions>

    <project_instructions path="/work/web/CLAUDE.md" complete="false">
    Use <b>spaces</b>.
    </project_instructions>"
  `);
});
