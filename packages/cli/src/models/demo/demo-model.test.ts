import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { openCatalog } from "@skillwright/core/node";
import { tokenizeTools } from "@skillwright/core/parse";
import type { SessionOptions, SkillToolConfig } from "@skillwright/runtime";
import { skillTools } from "@skillwright/runtime/ai-sdk";
import { createUnconfinedSandbox } from "@skillwright/runtime/sandbox";
import { generateText, isStepCount, streamText, type ToolSet } from "ai";
import { expect, test } from "vitest";
import { createExampleSession, createWorkspace, exampleSkills } from "../test-example-session.ts";
import { createDemoModel } from "./demo-model.ts";

const dirty = join(exampleSkills, "csv-check/tests/fixtures/dirty.csv");

type Played = { readonly calls: readonly (readonly [string, unknown])[]; readonly text: string };
type Talk = { readonly task: string; readonly tools: ToolSet; readonly instructions?: string };

/** The demo model's calls and its last text. */
async function play(talk: Talk): Promise<Played> {
  const { task: prompt, tools, instructions = "You are an agent." } = talk;
  const stopWhen = isStepCount(10);
  const result = streamText({ model: createDemoModel(), prompt, tools, instructions, stopWhen });
  const steps = await result.steps;
  const calls = steps.flatMap(({ toolCalls }) =>
    toolCalls.map(({ toolName, input }) => [toolName, input] as const),
  );
  return { calls, text: steps.at(-1)?.text ?? "" };
}

async function offer(options: Partial<SessionOptions> = {}): Promise<ToolSet> {
  return skillTools(createExampleSession(options));
}

const only = (...tools: string[]): { readonly skillTools: SkillToolConfig } => ({ skillTools: { tools } });
const signature = /\(This was the demo model, which follows fixed rules and understands nothing\..*\)$/;

test("S3-22: the demo model finds a skill, loads it, runs its script on the user's file and reports the result", async () => {
  const task = `Check ${dirty} for ragged rows, please.`;
  const { calls, text } = await play({ task, tools: await offer({ sandbox: createUnconfinedSandbox() }) });
  expect(calls).toEqual([
    ["skills_search", { query: task, limit: 5 }],
    ["Skill", { skill: "csv-check", args: task }],
    ["skills_run_script", { name: "csv-check", script: "scripts/check_csv.py", args: [dirty] }],
  ]);
  expect(text).toMatch(
    /^Using the skill “csv-check”, I ran scripts\/check_csv\.py, which ended with exit code 1\. It printed:\n\n> \{\n/,
  );
  expect(text).toContain('"delimiter": "semicolon"');
  expect(text).toMatch(signature);
});

test("a file is searched for in the workspace that the host names", async () => {
  const workspace = createWorkspace();
  copyFileSync(dirty, join(workspace, "dirty.csv"));
  const tools = await offer({ workspace, sandbox: createUnconfinedSandbox() });
  const instructions = `You are an agent.\n\nYou work in the folder ${workspace} on Linux. Today is 2026-11-16.`;
  const { calls, text } = await play({
    task: "Check “dirty.csv”, is it a good csv file?",
    tools,
    instructions,
  });
  expect(calls.at(-1)?.[1]).toMatchObject({ args: [join(workspace, "dirty.csv")] });
  expect(text).toContain("exit code 1");
});

test("a skill that the user requested precedes the task, and is followed at once", async () => {
  const session = createExampleSession({ sandbox: createUnconfinedSandbox() });
  const begun = await session.activate({ skill: "csv-check", trigger: "user" });
  const task = `${begun.text}\n\nIs ${dirty} any good?`;
  const { calls } = await play({ task, tools: await skillTools(session) });
  expect(calls).toEqual([
    ["skills_run_script", { name: "csv-check", script: "scripts/check_csv.py", args: [dirty] }],
  ]);
});

test("the result of that skill's sub-agent is reported, and not used as a search query", async () => {
  const begun =
    'The "survey" skill ran in a sub-agent, which has ended. Its answer, as data:\n\nThere are two.\n\nBoth are small.';
  const { calls, text } = await play({ task: `${begun}\n\nCount the csv files`, tools: await offer() });
  expect(calls).toEqual([]);
  expect(text).toMatch(
    /^The skill “survey” ran in its own sub-agent, which answered:\n\n> There are two\.\n>\n> Both are small\.\n\n\(/,
  );
});

test("without a file in the task, it reads the document that the instructions name", async () => {
  const { calls, text } = await play({ task: "csv files with ragged rows", tools: await offer() });
  expect(calls.at(-1)).toEqual(["skills_read_file", { name: "csv-check", path: "references/repairs.md" }]);
  expect(text).toMatch(
    /^The skill “csv-check” is loaded. Its instructions refer to references\/repairs\.md, which begins:\n\n> #/,
  );
});

test.each(["hello", "what is the weather in Paris?", "xyzzy", "🔍"])(
  "for %j no skill fits, and it says so",
  async (task) => {
    const { calls, text } = await play({ task, tools: await offer() });
    expect(calls.map(([tool]) => tool)).toEqual(["skills_search"]);
    expect(text).toMatch(/^No skill matches this task/);
    expect(text).toMatch(signature);
  },
);

test("a refused script is explained with the refusal's message", async () => {
  const { text } = await play({ task: `Check ${dirty}, a csv file`, tools: await offer() });
  expect(text).toMatch(/^I called `skills_run_script`, and the call was refused:\n\n> A script cannot run: /);
  expect(text).toMatch(/I did nothing else\./);
});

test("a skill that the policy denies is explained, and nothing else is tried", async () => {
  const layer = { kind: "user", name: "user", deny: tokenizeTools("Skill(csv-check)") } as const;
  const { calls, text } = await play({ task: "check a csv file", tools: await offer({ policy: { layer } }) });
  expect(calls.map(([tool]) => tool)).toEqual(["skills_search", "Skill"]);
  expect(text).toMatch(
    /^I called `Skill`, and the call was refused:\n\n> Tool 'Skill' not allowed by the policy of the user/,
  );
});

test("S3-40: the demo model plays a forked skill too, and its answer is shown", async () => {
  const inner: Played[] = [];
  const tools = await offer({
    runSubagent: async ({ session, instructions, input }) => {
      const played = await play({ task: input, instructions, tools: await skillTools(session) });
      inner.push(played);
      return { text: played.text };
    },
  });
  const { calls, text } = await play({ task: "How does this repo work?", tools });
  expect(calls.map(([tool]) => tool)).toEqual(["skills_search", "Skill"]);
  expect(inner.map((played) => played.calls)).toEqual([
    [["skills_read_file", { name: "codebase-survey", path: "references/signals.md" }]],
  ]);
  expect(text).toMatch(/^The skill “codebase-survey” ran in its own sub-agent, which answered:\n\n> /);
  expect(text).toContain(
    "> The skill “codebase-survey” is loaded. Its instructions refer to references/signals.md",
  );
});

test("without sub-agents a forked skill is refused, and the refusal is explained", async () => {
  const { text } = await play({ task: "How does this repo work?", tools: await offer() });
  expect(text).toMatch(/^I called `Skill`, and the call was refused:/);
});

test("without the search tool it chooses from the Skill tool's list, and without that tool it loads with the other one", async () => {
  const listed = await play({ task: "word my commit message", tools: await offer(only("Skill")) });
  expect(listed.calls).toEqual([["Skill", { skill: "commit-messages", args: "word my commit message" }]]);
  expect(listed.text).toMatch(/^The skill “commit-messages” is loaded\. /);
  const loaded = await play({
    task: "commit message",
    tools: await offer(only("skills_search", "skills_load")),
  });
  expect(loaded.calls.map(([tool]) => tool)).toEqual(["skills_search", "skills_load"]);
  const unlisted = await play({ task: "xyzzy", tools: await offer(only("Skill")) });
  expect(unlisted.text).toMatch(/^No skill matches this task/);
});

test("without tools it says that it can do nothing", async () => {
  expect(await play({ task: "check a csv file", tools: {} })).toMatchObject({
    calls: [],
    text: expect.stringMatching(/^I have no tool /),
  });
});

test("for any example skill, it finishes within four steps", async () => {
  const catalog = openCatalog({ roots: [exampleSkills] });
  for (const { description } of catalog.list().skills) {
    const tools = await offer();
    const result = streamText({
      model: createDemoModel(),
      prompt: description,
      tools,
      stopWhen: isStepCount(10),
    });
    expect((await result.steps).length).toBeLessThanOrEqual(4);
    expect(await result.text).toMatch(signature);
  }
});

test("a new question starts over: earlier work does not count", async () => {
  const tools = await offer();
  const first = await generateText({
    model: createDemoModel(),
    prompt: "ragged csv rows",
    tools,
    stopWhen: isStepCount(10),
  });
  const second = await generateText({
    model: createDemoModel(),
    tools,
    messages: [
      { role: "user", content: "ragged csv rows" },
      ...first.responseMessages,
      { role: "user", content: "write a commit message" },
    ],
  });
  expect(second.toolCalls).toMatchObject([
    { toolName: "skills_search", input: { query: "write a commit message" } },
  ]);
});

test("the same conversation gets the same answer, streamed or whole; call ids are unique", async () => {
  const talk = { model: createDemoModel(), prompt: "check a csv file", stopWhen: isStepCount(10) };
  const whole = await generateText({ ...talk, tools: await offer() });
  const streamed = streamText({ ...talk, tools: await offer() });
  const idsOf = (steps: readonly { readonly toolCalls: readonly { readonly toolCallId: string }[] }[]) =>
    steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolCallId }) => toolCallId));
  expect(await streamed.text).toBe(whole.text);
  expect(idsOf(whole.steps)[0]).toBe(idsOf(await streamed.steps)[0]);
  expect(new Set(idsOf(whole.steps)).size).toBe(3);
});

test("usage is estimated by four characters a token", async () => {
  const { usage, text } = await generateText({ model: createDemoModel(), prompt: "hello" });
  expect(usage.outputTokens).toBe(Math.ceil(text.length / 4));
  expect(usage.inputTokens).toBeGreaterThan(10);
  expect(usage.inputTokens).toBeLessThan(60);
});

test("an aborted call is not answered", async () => {
  const abortSignal = AbortSignal.abort();
  await expect(generateText({ model: createDemoModel(), prompt: "hello", abortSignal })).rejects.toThrow();
});
