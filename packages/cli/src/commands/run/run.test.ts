import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { programSchemas } from "../../schemas/programs.ts";
import { createTestMachine, removeTestMachines, skillFile } from "../../test-io.ts";
import { runAgainst, runFiles, startProvider, stopProvidersAfterwards, wireKinds } from "../test-run.ts";

afterAll(removeTestMachines);
stopProvidersAfterwards();

const ask = { id: "c1", tool: "write", input: { path: "out.md", content: "42" } };

test.each(wireKinds)(
  "S3-69: on %s a task is done with streamed text, a skill, a denial, an approval and a cost",
  async (kind) => {
    const machine = createTestMachine(runFiles);
    const provider = await startProvider(kind, [
      {
        text: "Let me see.",
        calls: [{ id: "c1", tool: "Skill", input: { skill: "review", args: "notes.md" } }],
        usage: { input: 1000, cached: 400, output: 20 },
        pieces: 7,
      },
      { calls: [{ id: "c2", tool: "read", input: { path: "notes.md" } }], pieces: 11 },
      { calls: [{ id: "c3", tool: "write", input: { path: "out.md", content: "42" } }] },
      { calls: [{ id: "c4", tool: "skills_deactivate", input: { name: "review" } }] },
      { calls: [{ id: "c5", tool: "write", input: { path: "out.md", content: "42 é😀" } }] },
      { text: "The answer is **42** 😀.", pieces: 3 },
    ]);
    const run = await runAgainst(provider, ["What do my", "notes say?", "--no-sandbox"], {
      machine,
      answers: ["y"],
      screen: true,
    });
    expect(run.out).toBe("Let me see.\nThe answer is **42** 😀.\n");
    expect(run.asked).toEqual([
      "\nAllow this call?\nwrite a new file\n│ out.md\ncontent\n│ 42 é😀\n[y]es, [n]o, [a]lways write in this run: ",
    ]);
    expect(readFileSync(`${machine.folder}/repo/out.md`, "utf8")).toBe("42 é😀");
    expect(run.err.split("\n")).toEqual([
      "note: without a sandbox, programs can read, change and send anything you can.",
      "",
      "Activating 'review' skill...",
      "→ read notes.md",
      "✗ write out.md",
      "  The skill review allows only listed tools, and this is not on the list. (skill review: only)",
      "→ skills_deactivate review",
      "Left the 'review' skill.",
      "→ write out.md",
      "",
      "",
      expect.stringMatching(
        /^6 steps · 1,050 tokens in \(400 cached\), 45 out · (?:\$0\.00\d\d|cost unknown) ·/,
      ),
      expect.stringContaining(`log: ${machine.folder}/data/audit.jsonl`),
      "",
    ]);
    expect({ code: run.code, requests: provider.requests.length }).toEqual({ code: 0, requests: 6 });
  },
);

test("only the answer goes to standard output if that is not a screen", async () => {
  const machine = createTestMachine(runFiles);
  const provider = await startProvider("anthropic", [
    { text: "Let me see.", calls: [{ id: "c1", tool: "read", input: { path: "notes.md" } }] },
    { text: "It is 42.\n\u001b[31mred\u001b[0m\n" },
  ]);
  const { out, err } = await runAgainst(provider, ["What do my notes say?"], { machine });
  expect(out).toBe("It is 42.\n\u001b[31mred\u001b[0m\n");
  expect(err).toContain("Let me see.\n\n→ read notes.md\n");
});

test("on a screen, model text cannot move the cursor", async () => {
  const provider = await startProvider("anthropic", [{ text: "a\u001b[2Jb\u0007" }]);
  const { out } = await runAgainst(provider, ["x"], { screen: true });
  expect(out).toBe("a\\u{1b}[2Jb\\u{7}\n");
});

test("--quiet prints only the answer", async () => {
  const provider = await startProvider("anthropic", [
    { text: "Let me see.", calls: [{ id: "c1", tool: "read", input: { path: "notes.md" } }] },
    { text: "It is 42." },
  ]);
  const machine = createTestMachine(runFiles);
  const run = await runAgainst(provider, ["x", "--quiet"], { machine, screen: true });
  expect(run).toEqual({ code: 0, out: "It is 42.\n", err: "", asked: [] });
});

test("--quiet does not hide that there is no sandbox", async () => {
  const provider = await startProvider("anthropic", [{ text: "It is 42." }]);
  expect(await runAgainst(provider, ["x", "--quiet", "--no-sandbox"])).toEqual({
    code: 0,
    out: "It is 42.\n",
    err: "note: without a sandbox, programs can read, change and send anything you can.\n",
    asked: [],
  });
});

test("--json prints one object that matches the schema", async () => {
  const provider = await startProvider("anthropic", [
    { calls: [{ id: "c0", tool: "Skill", input: { skill: "review" } }], usage: { input: 1000, output: 100 } },
    { text: "Half.", calls: [{ ...ask }], usage: { input: 1000, cached: 500, output: 100 } },
    { text: "It is 42.", usage: { input: 1000, output: 100 } },
  ]);
  const machine = createTestMachine(runFiles);
  const { code, out } = await runAgainst(provider, ["x", "--json"], { machine, screen: true });
  const row = JSON.parse(out);
  expect(programSchemas.run?.parse(row)).toEqual(row);
  expect({ code, ...row }).toEqual({
    code: 0,
    version: 1,
    status: "finished",
    answer: "It is 42.",
    model: "anthropic/claude-sonnet-5-5",
    steps: 3,
    calls: 2,
    tokens: { input: 3000, cachedInput: 500, output: 300 },
    costUsd: expect.closeTo((2500 * 2 + 500 * 0.2 + 300 * 10) / 1_000_000, 9),
    durationMs: 0,
    skills: [{ name: "review", digest: expect.any(String) }],
    refused: [{ tool: "write", layer: "skill review", rule: "only", reason: "not-on-the-list" }],
    unanswered: [],
    session: expect.any(String),
    audit: `${machine.folder}/data/audit.jsonl`,
  });
});

test("without a terminal the call is refused, the model continues, and the user is told", async () => {
  const provider = await startProvider("anthropic", [{ calls: [ask] }, { text: "I could not." }]);
  const machine = createTestMachine(runFiles);
  const { code, out, err } = await runAgainst(provider, ["Write it down"], { machine });
  expect({ code, out }).toEqual({ code: 0, out: "I could not.\n" });
  expect(err).toContain(
    "✗ write out.md\n  Approval failed: there is no terminal to ask on. (user: otherwise)\n",
  );
  expect(err).toContain(
    [
      "Refused because there was no terminal to ask on (1 call):",
      '  write {"path":"out.md","content":"42"}',
      "Run in a terminal, allow such calls in a policy (--policy), or approve everything with --yes.",
    ].join("\n"),
  );
  const [, second] = provider.requests;
  expect(JSON.stringify(second?.body)).toContain("Approval failed");
});

test.each([
  ["--yes", []],
  ["a person's answer", ["y"]],
] as const)(
  "a call approved by %s runs although a skill is loaded after it in the same message",
  async (_, answers) => {
    const machine = createTestMachine(runFiles);
    const skill = { id: "c2", tool: "Skill", input: { skill: "review" } };
    const provider = await startProvider("openai", [
      { calls: [ask, skill, { ...ask, id: "c3", input: { path: "late.md", content: "43" } }] },
      { text: "Done." },
    ]);
    const yes = answers.length === 0 ? ["--yes"] : [];
    const run = await runAgainst(provider, ["Do it.", "--no-sandbox", ...yes], {
      ...{ machine, answers: [...answers], screen: true },
    });
    expect(run.err).toContain("→ write out.md\n");
    expect(run.err).toContain("✗ write late.md\n");
    expect(readFileSync(`${machine.folder}/repo/out.md`, "utf8")).toBe("42");
  },
);

test("--yes approves what would be asked, and the log records that", async () => {
  const provider = await startProvider("anthropic", [{ calls: [ask] }, { text: "Done." }]);
  const machine = createTestMachine(runFiles);
  const { code, asked } = await runAgainst(provider, ["Write it down", "--yes"], { machine });
  expect({ code, asked }).toEqual({ code: 0, asked: [] });
  expect(readFileSync(`${machine.folder}/repo/out.md`, "utf8")).toBe("42");
  const { out } = await machine.run(["audit", "list", "--json", "--event", "tool-call-allowed"]);
  expect(JSON.parse(out).events).toMatchObject([{ tool: "write", approver: "--yes", layer: "user" }]);
});

test("--yes allows nothing that a policy denies", async () => {
  const provider = await startProvider("anthropic", [{ calls: [ask] }, { text: "Done." }]);
  const machine = createTestMachine({ ...runFiles, "repo/policy.json": '{"version":1,"deny":["Write"]}' });
  const { err } = await runAgainst(provider, ["x", "--yes", "--policy", "policy.json"], { machine });
  expect(err).toContain(
    "✗ write out.md\n  The rule Write of the organisation denies it. (organisation: Write)\n",
  );
});

test("a call that a policy allows needs no question", async () => {
  const provider = await startProvider("anthropic", [{ calls: [ask] }, { text: "Done." }]);
  const machine = createTestMachine({
    ...runFiles,
    "data/policy.json": '{"version":1,"allow":["Write(out.md)"]}',
  });
  const { asked, err } = await runAgainst(provider, ["x"], { machine, answers: [] });
  expect([asked, err.includes("→ write out.md\n")]).toEqual([[], true]);
});

test("the model's prompt has its role, its folder, the project's instructions and the skills", async () => {
  const provider = await startProvider("anthropic", [{ text: "Hello." }]);
  const machine = createTestMachine({ ...runFiles, "repo/AGENTS.md": "Use tabs, always.\n" });
  await runAgainst(provider, ["Say hello."], { machine });
  const [request] = provider.requests;
  const system = JSON.stringify(request?.body.system);
  for (const part of [
    "# Role",
    "Use tabs, always.",
    `in the folder ${machine.folder}/repo on Linux`,
    "1970-01-01",
  ])
    expect(system).toContain(part);
  expect(JSON.stringify(request?.body.messages)).toContain("Say hello.");
  expect(JSON.stringify(request?.body.tools)).toContain("Handles review files.");
  expect(request?.tools).toEqual(
    expect.arrayContaining(["Skill", "read", "write", "edit", "glob", "grep", "bash"]),
  );
});

test("--skill activates skills before the first step, with the task as their arguments", async () => {
  const provider = await startProvider("anthropic", [{ calls: [ask] }, { text: "Reviewed." }]);
  const machine = createTestMachine(runFiles);
  const { code, err } = await runAgainst(provider, ["the branch", "--skill", "review", "--yes"], { machine });
  expect(code).toBe(0);
  expect(err).toContain("Activating 'review' skill...\n✗ write out.md\n");
  const [request] = provider.requests;
  expect(JSON.stringify(request?.body.messages)).toContain("Look at the branch with care.");
});

test("S3-40: a skill with its own context runs in a sub-agent, which is shown, counted and recorded", async () => {
  const machine = createTestMachine(runFiles);
  const provider = await startProvider("anthropic", [
    { calls: [{ id: "c1", tool: "Skill", input: { skill: "survey", args: "all of it" } }] },
    { text: "Secret thoughts.", calls: [{ id: "c2", tool: "glob", input: { pattern: "*" } }] },
    { calls: [{ id: "c3", tool: "write", input: { path: "x", content: "y" } }] },
    { text: "One file." },
    { text: "The survey says: one file." },
  ]);
  const { code, out, err } = await runAgainst(provider, ["Survey this", "--json"], { machine });
  expect(code).toBe(0);
  expect(err).toContain(
    [
      "Activating 'survey' skill...",
      "→ sub-agent survey",
      "  survey → glob *",
      "  survey ✗ write x",
      "           Approval failed: there is no terminal to ask on. (user: otherwise)",
      "",
    ].join("\n"),
  );
  expect(err).not.toContain("Secret thoughts");
  expect(JSON.parse(out)).toMatchObject({
    steps: 2,
    tokens: { input: 50, output: 25 },
    skills: [{ name: "survey" }],
    answer: "The survey says: one file.",
    unanswered: ['write {"path":"x","content":"y"}'],
  });
  const inner = JSON.stringify(provider.requests[1]?.body);
  expect([inner.includes("Count the files."), inner.includes("Survey this")]).toEqual([true, false]);
});

test.each([
  ["no-such-skill", 2, " Searched: ~/.claude/skills. `skillwright list`"],
  ["unwanted", 3, "unwanted"],
])(
  "a skill named with --skill that is %s ends the run with %i before any model is called",
  async (name, code, words) => {
    const provider = await startProvider("anthropic", []);
    const machine = createTestMachine({
      ...runFiles,
      "home/.claude/skills/unwanted/SKILL.md": skillFile("unwanted"),
      "data/config.yaml": "catalog:\n  off: [unwanted]\n",
    });
    const run = await runAgainst(provider, ["x", "--skill", name], { machine });
    expect({ code: run.code, out: run.out, requests: provider.requests.length }).toEqual({
      code,
      out: "",
      requests: 0,
    });
    expect(run.err).toContain("skillwright run: ");
    expect(run.err).toContain(words);
  },
);

test("the demo model reports the result of a sub-agent started by --skill", async () => {
  const machine = createTestMachine(runFiles);
  const { code, out, err } = await machine.run(["run", "Count them", "--offline", "--skill", "survey"]);
  expect({ code, searched: err.includes("skills_search") }).toEqual({ code: 0, searched: false });
  expect(out).toMatch(/^The skill “survey” ran in its own sub-agent, which answered:\n\n> /);
});

test("skills of an untrusted project are not used, and a note says so", async () => {
  const provider = await startProvider("anthropic", [{ text: "Hello." }]);
  const machine = createTestMachine({ "repo/.claude/skills/theirs/SKILL.md": skillFile("theirs") });
  const { err } = await runAgainst(provider, ["x"], { machine });
  expect(err).toContain("the project is not trusted");
  expect(JSON.stringify(provider.requests[0]?.body)).not.toContain("theirs");
});

test("without a sandbox the agent works, and one note says what is refused", async () => {
  const provider = await startProvider("anthropic", [
    { calls: [{ id: "c1", tool: "bash", input: { command: "echo hi" } }] },
    { text: "No shell here." },
  ]);
  const { code, err } = await runAgainst(provider, ["x", "--yes"]);
  expect(code).toBe(0);
  expect(err.match(/No sandbox is available/g)).toHaveLength(1);
  expect(err.replaceAll("\n", " ")).toContain("Scripts, hooks and commands are refused until then.");
  expect(err).toContain("→ bash echo hi\n  failed: A command cannot run: ");
});

test("a named sandbox that is missing ends the run", async () => {
  const provider = await startProvider("anthropic", []);
  const words = ["x", "--sandbox", "bubblewrap"];
  expect(await runAgainst(provider, words)).toMatchObject({ code: 3, out: "" });
  expect(provider.requests).toEqual([]);
});

test("--no-sandbox is what a policy can forbid", async () => {
  const provider = await startProvider("anthropic", []);
  const machine = createTestMachine({
    ...runFiles,
    "data/policy.json": '{"version":1,"sandbox":"required"}',
  });
  const { code, err } = await runAgainst(provider, ["x", "--no-sandbox"], { machine });
  expect(code).toBe(3);
  expect(err).toContain("may run only in a sandbox");
});

test("commands run unconfined on request, with the machine's own programs", async () => {
  const provider = await startProvider("anthropic", [
    { calls: [{ id: "c1", tool: "bash", input: { command: "echo a$((1 + 1))b > made.txt" } }] },
    { text: "Done." },
  ]);
  const machine = createTestMachine(runFiles);
  await runAgainst(provider, ["x", "--no-sandbox", "--yes"], { machine });
  expect(readFileSync(`${machine.folder}/repo/made.txt`, "utf8")).toBe("a2b\n");
});

test("the log contains the whole run, verifies, and has no key in it", async () => {
  const provider = await startProvider("anthropic", [
    { calls: [{ id: "c1", tool: "read", input: { path: "notes.md key-of-a-test" } }] },
    { text: "Done." },
  ]);
  const machine = createTestMachine(runFiles);
  await runAgainst(provider, ["x"], { machine });
  const log = readFileSync(`${machine.folder}/data/audit.jsonl`, "utf8");
  const kinds = log
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).event);
  expect([kinds[0], kinds.at(-1)]).toEqual(["session-started", "session-ended"]);
  expect(log).not.toContain("key-of-a-test");
  expect(await machine.run(["audit", "verify"])).toMatchObject({ code: 0 });
});

test("an unwritable log prevents every call", async () => {
  const provider = await startProvider("anthropic", [
    { calls: [{ id: "c1", tool: "read", input: { path: "notes.md" } }] },
    { text: "Nothing works." },
  ]);
  const machine = createTestMachine({ ...runFiles, "data/audit.jsonl/folder": "where a file should be" });
  const { code, err } = await runAgainst(provider, ["x"], { machine });
  expect(code).toBe(0);
  expect(err).toContain("✗ read notes.md\n  Cannot write the audit log ");
});

test("without a key, it only prints which variables to set", async () => {
  const machine = createTestMachine(runFiles);
  const { code, out, err } = await machine.run(["run", "x"]);
  expect({ code, out }).toEqual({ code: 4, out: "" });
  for (const name of ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "--offline"])
    expect(err).toContain(name);
  expect(err).not.toContain("sandbox");
});

test("--offline and --model do not go together", async () => {
  const machine = createTestMachine(runFiles);
  expect(await machine.run(["run", "x", "--offline", "--model", "opus"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("--offline cannot be combined with --model"),
  });
});
