import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@skillwright/core/text";
import { expect, test } from "vitest";
import { createTestSession, skillText, type TestSession } from "../../session/test-session.ts";

const files = {
  "pdf/SKILL.md": skillText(
    "pdf",
    "allowed-tools: Read Bash(git:*)\ntags: [documents]",
    "Extract text.\n\nArguments: $ARGUMENTS",
  ),
  "pdf/references/forms.md": "one\ntwo\nthree\n",
  "pdf/assets/logo.png": "\u0000PNG",
  "pdf/scripts/extract.py": "print('text')\n",
  "commit/SKILL.md": skillText("commit"),
  "deploy/SKILL.md": skillText("deploy", "disable-model-invocation: true"),
  "deploy/references/secret.md": "for people\n",
};

async function call({ session }: TestSession, name: string, input: unknown): Promise<JsonObject> {
  const tool = (await session.tools()).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool.call(input);
}

const good = (tool: string, data: unknown, warnings: readonly unknown[] = []): unknown => ({
  ok: true,
  tool_name: tool,
  data,
  warnings,
  errors: [],
});
const bad = (tool: string, code: string, message: unknown): unknown => ({
  ok: false,
  tool_name: tool,
  data: {},
  warnings: [],
  errors: [{ code, message }],
});

test("S4-12: VibeTavern's tools exist, with its names and parameters", async () => {
  const tools = await createTestSession(files).session.tools();
  const parameters = tools.map(({ name, inputSchema }) => {
    const { properties = {}, required = [] } = inputSchema;
    return [name, Object.keys(Object(properties)), required];
  });
  expect(parameters).toEqual([
    ["Skill", ["skill", "args"], ["skill"]],
    ["skills_list", ["query", "cursor", "limit"], []],
    ["skills_search", ["query", "limit"], ["query"]],
    ["skills_load", ["name", "args"], ["name"]],
    ["skills_read_file", ["name", "path", "start_line", "end_line"], ["name", "path"]],
    ["skills_run_script", ["name", "script", "args", "stdin"], ["name", "script"]],
    ["skills_deactivate", ["name"], []],
    ["skills_feedback", ["name", "helped", "comment"], ["name", "helped"]],
  ]);
});

test("skills_list shows what a model may choose, by name", async () => {
  expect(await call(createTestSession(files), "skills_list", {})).toEqual(
    good("skills_list", {
      skills: [
        { name: "commit", description: "Does commit. Use when commit is asked for." },
        { name: "pdf", description: "Does pdf. Use when pdf is asked for.", tags: ["documents"] },
      ],
      next_cursor: null,
    }),
  );
});

test("skills_list returns pages joined by a cursor", async () => {
  const skills = Object.fromEntries(["a", "b", "c"].map((name) => [`${name}/SKILL.md`, skillText(name)]));
  const session = createTestSession(skills);
  const first = await call(session, "skills_list", { limit: 2 });
  expect(first).toMatchObject({ data: { skills: [{ name: "a" }, { name: "b" }], next_cursor: "b" } });
  expect(await call(session, "skills_list", { limit: 2, cursor: "b" })).toMatchObject({
    data: { skills: [{ name: "c" }], next_cursor: null },
  });
});

test("a page of long descriptions ends early instead of filling the context", async () => {
  const long = (name: string): string => skillText(name).replace("Does", "Does ".repeat(190));
  const names = Array.from({ length: 40 }, (_, index) => `skill-${String(index).padStart(2, "0")}`);
  const session = createTestSession(
    Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, long(name)])),
  );
  const answer = await call(session, "skills_list", {});
  expect(JSON.stringify(answer).length).toBeLessThan(18_000);
  expect(answer).toMatchObject({ data: { next_cursor: expect.stringMatching(/^skill-1\d$/) } });
});

test("skills_list can be filtered by text", async () => {
  const session = createTestSession(files);
  for (const query of ["COMMIT", "documents"])
    expect(await call(session, "skills_list", { query })).toMatchObject({
      data: { skills: [{ name: query === "COMMIT" ? "commit" : "pdf" }] },
    });
});

test("S4-18: a host may have each skill's location listed, and choose the tools", async () => {
  const config = { includeLocation: true, tools: ["skills_list"] };
  const test = createTestSession(files, { skillTools: config });
  expect((await test.session.tools()).map(({ name }) => name)).toEqual(["skills_list"]);
  expect(await call(test, "skills_list", { query: "commit" })).toMatchObject({
    data: { skills: [{ name: "commit", location: join(test.skills, "commit/SKILL.md") }] },
  });
});

test("skills_search finds by task and hides user-only skills", async () => {
  const session = createTestSession(files);
  expect(await call(session, "skills_search", { query: "pdf" })).toMatchObject({
    ok: true,
    data: { skills: [{ name: "pdf", score: expect.any(Number) }] },
  });
  expect(await call(session, "skills_search", { query: "/deploy" })).toMatchObject({ data: { skills: [] } });
});

test("S1-35, S4-12: skills_load activates a skill and returns its instructions", async () => {
  const test = createTestSession(files);
  const answer = await call(test, "skills_load", { name: "pdf", args: "a.pdf" });
  const [active] = test.session.active();
  expect(answer).toEqual(
    good("skills_load", {
      name: "pdf",
      activation: active?.activation,
      digest: active?.digest,
      content: expect.stringContaining("Arguments: a.pdf"),
      files: ["assets/logo.png", "references/forms.md", "scripts/extract.py"],
      allowed_tools: ["Read", "Bash(git:*)"],
      base_path: join(test.skills, "pdf"),
    }),
  );
});

test("S1-39: an already loaded skill is not returned again", async () => {
  const session = createTestSession(files);
  await call(session, "skills_load", { name: "commit" });
  const note = expect.stringContaining("already active");
  expect(await call(session, "skills_load", { name: "commit" })).toMatchObject({
    ok: true,
    data: { name: "commit", content: note, allowed_tools: null },
    warnings: [{ code: "ALREADY_LOADED", message: note }],
  });
});

test("unknown and user-only skills are refused", async () => {
  const session = createTestSession(files);
  expect(await call(session, "skills_load", { name: "comit" })).toEqual(
    bad("skills_load", "SKILL_NOT_FOUND", "Unknown skill: comit\nNo skill named comit. Did you mean commit?"),
  );
  expect(await call(session, "skills_load", { name: "deploy" })).toMatchObject({
    ok: false,
    errors: [{ code: "TOOL_NOT_ALLOWED" }],
  });
});

test("skills_read_file reads text, a part of it, and binary files in base64", async () => {
  const session = createTestSession(files);
  const text = {
    name: "pdf",
    path: "references/forms.md",
    media_type: "text/markdown",
    bytes: 14,
    encoding: "utf-8",
  };
  expect(await call(session, "skills_read_file", { name: "pdf", path: "references/forms.md" })).toEqual(
    good("skills_read_file", { ...text, content: "one\ntwo\nthree\n" }),
  );
  const part = { name: "pdf", path: "references/forms.md", start_line: 2, end_line: 3 };
  expect(await call(session, "skills_read_file", part)).toEqual(
    good("skills_read_file", { ...text, content: "two\nthree", start_line: 2, total_lines: 4 }),
  );
  expect(await call(session, "skills_read_file", { name: "pdf", path: "assets/logo.png" })).toEqual(
    good("skills_read_file", {
      name: "pdf",
      path: "assets/logo.png",
      media_type: "image/png",
      bytes: 4,
      encoding: "base64",
      content: Buffer.from("\u0000PNG").toString("base64"),
    }),
  );
});

test("C-15: scripts are not read unless the host allows it", async () => {
  const script = { name: "pdf", path: "scripts/extract.py" };
  expect(await call(createTestSession(files), "skills_read_file", script)).toEqual(
    bad(
      "skills_read_file",
      "TOOL_NOT_ALLOWED",
      "scripts/extract.py is a script of the skill pdf: run it instead of reading it.",
    ),
  );
  const open = createTestSession(files, { skillTools: { scripts: { readable: true } } });
  expect(await call(open, "skills_read_file", script)).toMatchObject({
    data: { content: "print('text')\n" },
  });
});

test("C-16, S4-14: with one level, only VibeTavern's paths are served", async () => {
  const deep = { ...files, "pdf/references/more/deep.md": "deep\n", "pdf/notes.md": "notes\n" };
  const one = createTestSession(deep, { skillTools: { oneLevel: true } });
  const any = createTestSession(deep);
  for (const path of ["references/more/deep.md", "notes.md"]) {
    expect(await call(one, "skills_read_file", { name: "pdf", path })).toEqual(
      bad("skills_read_file", "INVALID_PATH", `Invalid skill file path: ${path}`),
    );
    expect(await call(any, "skills_read_file", { name: "pdf", path })).toMatchObject({ ok: true });
  }
});

test("S4-17: a file over 200,000 bytes is refused because of its size", async () => {
  const session = createTestSession({ ...files, "pdf/references/big.md": "x".repeat(200_001) });
  expect(await call(session, "skills_read_file", { name: "pdf", path: "references/big.md" })).toEqual(
    bad("skills_read_file", "FILE_TOO_LARGE", "Skill file too large: references/big.md"),
  );
});

test("files of a user-only skill are hidden until the user starts it", async () => {
  const test = createTestSession(files);
  const secret = { name: "deploy", path: "references/secret.md" };
  expect(await call(test, "skills_read_file", secret)).toMatchObject({
    errors: [{ code: "TOOL_NOT_ALLOWED" }],
  });
  await test.session.activate({ skill: "deploy", trigger: "user" });
  expect(await call(test, "skills_read_file", secret)).toMatchObject({ data: { content: "for people\n" } });
});

test("skills_deactivate deactivates the skill loaded last", async () => {
  const session = createTestSession(files);
  await call(session, "skills_load", { name: "commit" });
  expect(await call(session, "skills_deactivate", {})).toEqual(
    good("skills_deactivate", { left: ["commit"], message: "Left commit. No skill is active." }),
  );
  expect(await call(session, "skills_deactivate", { name: "commit" })).toMatchObject({
    data: { left: [], message: "No skill is active." },
  });
});

test("wrong input is an argument error, made-up keys are a warning", async () => {
  const session = createTestSession(files);
  expect(await call(session, "skills_load", {})).toEqual(
    bad("skills_load", "ARGUMENT_ERROR", "Missing required parameter: name"),
  );
  expect(await call(session, "skills_list", { query: "none", sort: "asc" })).toEqual(
    good("skills_list", { skills: [], next_cursor: null }, [
      { code: "UNKNOWN_PARAMETER", message: "Unknown parameter, ignored: sort" },
    ]),
  );
});

test("S3-31: the Skill tool's description lists the skills and how to call them", async () => {
  const [skill] = await createTestSession(files).session.tools();
  expect(skill).toMatchObject({ name: "Skill" });
  for (const part of [
    "# Skill Tool",
    '"pdf": Does pdf.',
    "IMMEDIATELY",
    "NEVER",
    'The "{name}" skill is loading',
  ])
    expect(skill?.description).toContain(part);
  expect(skill?.description).not.toContain("deploy");
});

test("S3-32: the list is current", async () => {
  const test = createTestSession(files);
  await test.session.tools();
  writeFileSync(
    join(test.skills, "commit/SKILL.md"),
    skillText("commit").replace("Does commit", "Writes history"),
  );
  test.catalog.refresh();
  expect((await test.session.tools())[0]?.description).toContain('"commit": Writes history.');
});

test("without skills there is no Skill tool", async () => {
  const names = (await createTestSession({ "note.txt": "" }).session.tools()).map(({ name }) => name);
  expect(names).not.toContain("Skill");
  expect(names).toContain("skills_search");
});

test.each([
  [{ skill: "pdf", args: "a.pdf" }],
  [{ skill_name: "pdf", arguments: "a.pdf" }],
  [{ command: "pdf", args: "a.pdf" }],
  [{ name: "pdf", args: "a.pdf" }],
])("S3-33: the Skill tool takes %j and answers in OmniForge's shape", async (input) => {
  const test = createTestSession(files);
  expect(await call(test, "Skill", input)).toEqual({
    success: true,
    result: {
      skill_name: "pdf",
      base_path: join(test.skills, "pdf"),
      content: expect.stringMatching(/^The "pdf" skill is loading\n[\s\S]*Arguments: a\.pdf/),
      allowed_tools: ["Read", "Bash(git:*)"],
      args: "a.pdf",
    },
    duration_ms: expect.any(Number),
    tokens_used: 0,
    cost_usd: 0,
    cached: false,
    retry_count: 0,
  });
});

test("S3-33: without a list and arguments both are null", async () => {
  expect(await call(createTestSession(files), "Skill", { skill: "commit" })).toMatchObject({
    result: { allowed_tools: null, args: null },
  });
});

test("a failed Skill call states why, with the nearest name", async () => {
  const session = createTestSession(files);
  expect(await call(session, "Skill", { skill: "pfd" })).toMatchObject({
    success: false,
    error: "No skill named pfd. Did you mean pdf?",
  });
  expect(await call(session, "Skill", { skill: "deploy" })).toMatchObject({
    success: false,
    error: expect.stringContaining("Only a person can start the skill deploy."),
  });
  expect(await call(session, "Skill", {})).toMatchObject({
    success: false,
    error: "Missing required parameter: skill",
  });
});

test("skills_feedback is recorded with the content that was used, and only about skills that the model may use", async () => {
  const test = createTestSession(files);
  const { data } = await call(test, "skills_feedback", {
    name: "pdf",
    helped: false,
    comment: "step 2 fails",
  });
  const digest = test.catalog.digest(test.catalog.find("pdf"));
  expect(data).toEqual({ name: "pdf", digest, recorded: true });
  const events = test.events().filter(({ event }) => event === "skill-feedback");
  expect(events).toMatchObject([{ skill: { name: "pdf", digest }, helped: false, comment: "step 2 fails" }]);
  expect(await call(test, "skills_feedback", { name: "deploy", helped: true })).toMatchObject({ ok: false });
  expect(await call(test, "skills_feedback", { name: "pdf" })).toMatchObject({ ok: false });
});
