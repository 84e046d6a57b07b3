import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startWire } from "../packages/cli/src/models/wire/test-wire.ts";
import { parseOutput } from "./command-schema.ts";
import { createFolder, removeFoldersAfterwards, skillText, skillwright } from "./run-command.ts";
import { root } from "./source-files.ts";

removeFoldersAfterwards();

const examples = ["--root", join(root, "examples/skills")];

/** The tester's own keys must not count. */
function quietEnvironment(folder: string): Record<string, string> {
  const none = [
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "OPENAI_API_KEY",
    "GEMINI_API_KEY",
    "GOOGLE_API_KEY",
  ];
  const unset = Object.fromEntries(
    [...none, "GOOGLE_GENERATIVE_AI_API_KEY", "SKILLWRIGHT_MODEL"].map((name) => [name, ""]),
  );
  return { ...unset, SKILLWRIGHT_HOME: join(folder, "state") };
}

test.each([
  ["extract the text of report.pdf", "pdf-text"],
  ["my export data.csv has ragged rows", "csv-check"],
  ["word my commit", "commit-messages"],
  ["what do these thousands of log lines say", "log-triage"],
])("the demo model finds and loads the skill for: %s", async (task, skill) => {
  const folder = createFolder({ "data.csv": "a,b\n1,2\n3\n" });
  const env = quietEnvironment(folder);
  const words = ["run", task, "--offline", "--json", ...examples];
  const { code, stdout } = await skillwright(words, { cwd: folder, env });
  expect(code).toBe(0);
  expect(parseOutput("run", stdout)).toMatchObject({
    status: "finished",
    model: "demo/offline",
    costUsd: 0,
    skills: [{ name: skill }],
    audit: join(folder, "state/audit.jsonl"),
  });
});

test("only the answer goes to a pipe, the activation goes to standard error, and the log verifies", async () => {
  const folder = createFolder({ "data.csv": "a,b\n1,2\n3\n" });
  const env = quietEnvironment(folder);
  const words = ["run", "-", "--offline", ...examples];
  const { code, stdout, stderr } = await skillwright(words, { cwd: folder, env, input: "check data.csv\n" });
  expect(code).toBe(0);
  expect(stdout).toContain("This was the demo model");
  expect(stdout).not.toContain("Activating");
  expect(stderr).toContain("Activating 'csv-check' skill...\n");
  expect(stderr).toMatch(/\d steps · [\d,]+ tokens in, [\d,]+ out · \$0 · demo\/offline · /);
  expect(await skillwright(["audit", "verify"], { cwd: folder, env })).toMatchObject({ code: 0 });
});

test("without a key the command says at once which variables to set", async () => {
  const folder = createFolder();
  const run = await skillwright(["run", "anything"], { cwd: folder, env: quietEnvironment(folder) });
  expect(run).toMatchObject({ code: 4, stdout: "" });
  expect(run.stderr).toMatch(
    /^skillwright run: No model is configured\. Set a provider's API key:\n {2}ANTHROPIC_API_KEY/,
  );
});

test("the bundled command talks to a provider, with tools and a stream", async () => {
  const folder = createFolder({ "s/notes/SKILL.md": skillText("notes"), "notes.md": "The answer is 42.\n" });
  const wire = await startWire("anthropic", [
    { calls: [{ id: "c1", tool: "Skill", input: { skill: "notes" } }], pieces: 9 },
    { calls: [{ id: "c2", tool: "read", input: { path: "notes.md" } }] },
    { calls: [{ id: "c3", tool: "write", input: { path: "out.md", content: "42" } }] },
    { text: "It is 42.", usage: { input: 1000, output: 100 }, pieces: 9 },
  ]);
  try {
    const env = {
      ...quietEnvironment(folder),
      ANTHROPIC_API_KEY: "key-of-a-test",
      ANTHROPIC_BASE_URL: wire.url,
    };
    const words = ["run", "What do my notes say?", "--root", "s", "--yes"];
    const { code, stdout, stderr } = await skillwright(words, { cwd: folder, env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "It is 42.\n" });
    expect(stderr).toContain("Activating 'notes' skill...\n→ read notes.md\n→ write out.md\n");
    expect(readFileSync(join(folder, "out.md"), "utf8")).toBe("42");
  } finally {
    await wire.close();
  }
});

test("an interrupt ends the command with 130 and closes its log", async () => {
  const folder = createFolder();
  const started = Promise.withResolvers<void>();
  const wire = await startWire("anthropic", () => {
    started.resolve();
    return { text: "Well", fault: { kind: "silence" } };
  });
  try {
    const env = {
      ...quietEnvironment(folder),
      ANTHROPIC_API_KEY: "key-of-a-test",
      ANTHROPIC_BASE_URL: wire.url,
    };
    const child = spawn(process.execPath, [`${root}packages/cli/bin/skillwright.mjs`, "run", "x"], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));
    await started.promise;
    child.kill("SIGINT");
    expect(await ended).toEqual({ code: 130, signal: null });
    const lines = readFileSync(join(folder, "state/audit.jsonl"), "utf8").trimEnd().split("\n");
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ event: "session-ended" });
  } finally {
    await wire.close();
  }
});
