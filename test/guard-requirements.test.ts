import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createMemorySink } from "@skillwright/core/audit";
import { openCatalog } from "@skillwright/core/node";
import { createSession, defineFunction, describeEvent, type Session } from "@skillwright/runtime";
import { createUnconfinedSandbox } from "@skillwright/runtime/sandbox";
import { expect, test } from "vitest";
import { createFolder } from "./run-command.ts";
import { root, sourceFiles } from "./source-files.ts";

/** Demands on tools, restrictions and audit that cross packages. */

const folder = createFolder({
  "skills/stats/SKILL.md": `---
name: stats
description: Counts lines. Use when lines are to be counted.
allowed-tools: count_words
---
Run scripts/count.sh.
`,
  "skills/stats/scripts/count.sh": "#!/bin/sh\necho 42 lines\n",
  "workspace/a.txt": "one two",
});

function open(): { readonly session: Session; readonly audit: ReturnType<typeof createMemorySink> } {
  const audit = createMemorySink();
  const countWords = defineFunction({
    name: "count_words",
    description: "Counts the words of a text.",
    parameters: [{ name: "text", type: "string", description: "The text.", required: true }],
    run: async ({ text }) => ({ words: String(text).split(" ").length }),
  });
  const session = createSession({
    catalog: openCatalog({ roots: [join(folder, "skills")] }),
    workspace: join(folder, "workspace"),
    audit,
    agentTools: true,
    functions: [countWords],
    sandbox: createUnconfinedSandbox(),
    user: "sam",
  });
  return { session, audit };
}

async function callAll(session: Session, calls: readonly (readonly [string, unknown])[]): Promise<unknown[]> {
  const tools = new Map((await session.tools()).map((tool) => [tool.name, tool]));
  const answers: unknown[] = [];
  for (const [name, input] of calls) answers.push(await tools.get(name)?.call(input));
  return answers;
}

test("S3-22: a script is run and never read: only its output reaches the model", async () => {
  const { session } = open();
  const answers = await callAll(session, [
    ["skills_load", { name: "stats" }],
    ["skills_read_file", { name: "stats", path: "scripts/count.sh" }],
    ["skills_run_script", { name: "stats", script: "scripts/count.sh" }],
  ]);
  expect(answers).toMatchObject([
    { ok: true },
    { ok: false, errors: [{ code: "TOOL_NOT_ALLOWED" }] },
    { ok: true, data: { stdout: "42 lines\n", exit_code: 0 } },
  ]);
  expect(JSON.stringify(answers)).not.toContain("echo 42");
});

test("S1-37: the log says which skill was loaded when, which calls its list applied to, and what ran", async () => {
  const { session, audit } = open();
  await callAll(session, [
    ["Skill", { skill: "stats" }],
    ["count_words", { text: "a b" }],
    ["write", { path: "b.txt", content: "" }],
    ["skills_run_script", { name: "stats", script: "scripts/count.sh" }],
  ]);
  const { digest } = await openCatalog({ roots: [join(folder, "skills")] }).load("stats");
  const skill = { name: "stats", digest };
  expect(audit.events).toMatchObject([
    { event: "session-started", user: "sam", time: expect.stringMatching(/^\d{4}-.*Z$/) },
    { event: "sandbox-opened", sandbox: "none", confines: false },
    { event: "skill-activating", skill: "stats" },
    { event: "skill-activated", skill, requestedTools: ["count_words"] },
    { event: "tool-call-allowed", tool: "count_words", skills: [skill], rule: "count_words" },
    { event: "tool-call-finished", tool: "count_words", ok: true },
    { event: "tool-call-denied", tool: "write", skills: [skill] },
    { event: "tool-call-allowed", tool: "skills_run_script" },
    { event: "script-started", script: "scripts/count.sh", sandbox: "none" },
    { event: "tool-call-finished", exitCode: 0, output: "42 lines\n" },
  ]);
});

test("S3-65: every call of every tool is decided and recorded, one for one", async () => {
  const { session, audit } = open();
  await session.activate({ skill: "stats" });
  const tools = (await session.tools()).filter(({ name }) => !["Skill", "skills_load"].includes(name));
  for (const { call } of tools) await call({});
  const decided = audit.events.flatMap((event) =>
    event.event === "tool-call-allowed" || event.event === "tool-call-denied" ? [event.tool] : [],
  );
  expect(decided).toEqual(tools.map(({ name }) => name));
});

test("S3-73: an activation is a visible step, with its restriction", async () => {
  const { session } = open();
  const steps: (string | undefined)[] = [];
  session.events.subscribe((event) => steps.push(describeEvent(event)));
  const result = await session.activate({ skill: "stats" });
  expect(steps).toContain("Activating 'stats' skill...");
  expect(result).toMatchObject({
    status: "activated",
    skill: { requestedTools: ["count_words"], mode: "restrict" },
  });
});

test("S3-74: skills, functions and the agent's own tools are called and answer in the same way", async () => {
  const { session } = open();
  const [read, counted] = await callAll(session, [
    ["read", { path: "a.txt" }],
    ["count_words", { text: "one two" }],
  ]);
  const shape = ["success", "result", "duration_ms", "tokens_used", "cost_usd", "cached", "retry_count"];
  expect([read, counted].map((answer) => Object.keys(Object(answer)))).toEqual([shape, shape]);
});

test("S4-13: what a model is told about the tools is data, apart from what they do", () => {
  const definitions = sourceFiles("runtime").filter(({ path }) => path.endsWith("/definitions.ts"));
  expect(definitions).toHaveLength(3);
  for (const { path } of definitions) {
    const text = readFileSync(join(root, path), "utf8");
    expect(text).not.toMatch(/\bawait\b|\basync\b|node:/);
  }
});
