import { generateText, isStepCount, jsonSchema, tool } from "ai";
import { expect, test } from "vitest";
import { prepareStep, repairToolCall, skillTools, toolApproval, wrapTools } from "./ai-sdk.ts";
import { openStage } from "./contract.ts";
import { approved, scriptedModel, transcriptOf } from "./test-ai-sdk.ts";

const inputSchema = jsonSchema<{ target?: string }>({ type: "object" });
const plain = tool({ inputSchema, execute: async () => "ran" });

test("an approval is invalid for input other than what was shown", async () => {
  const { session } = await openStage();
  const tools = wrapTools(session, { deploy: plain });
  const settings = { tools, toolApproval: toolApproval(session, tools) };
  const call = { id: "c", tool: "deploy", input: { target: "site" } };
  const asked = await generateText({ ...settings, model: scriptedModel([[call]]), prompt: "Go." });
  const history = JSON.stringify(approved(asked.responseMessages)).replaceAll("site", "bank");
  const model = scriptedModel([]);
  await generateText({ ...settings, model, messages: JSON.parse(history) });
  expect(transcriptOf(model).results.c).toMatch(/^Tool 'deploy' was not run\n/);
});

test("an approval that the session never requested is invalid", async () => {
  const [first, second] = [await openStage(), await openStage()];
  const call = { id: "c", tool: "deploy", input: {} };
  const tools = wrapTools(first.session, { deploy: plain });
  const forFirst = { tools, toolApproval: toolApproval(first.session, tools) };
  const asked = await generateText({ ...forFirst, model: scriptedModel([[call]]), prompt: "Go." });
  const others = wrapTools(second.session, { deploy: plain });
  const model = scriptedModel([]);
  await generateText({
    model,
    messages: approved(asked.responseMessages),
    tools: others,
    toolApproval: toolApproval(second.session, others),
  });
  expect(transcriptOf(model).results.c).toMatch(/^Tool 'deploy' was not run\n/);
});

test("an approval is invalid under another call's id", async () => {
  const { session } = await openStage();
  const tools = wrapTools(session, { deploy: plain });
  const settings = { tools, toolApproval: toolApproval(session, tools) };
  const call = { id: "c", tool: "deploy", input: { target: "site" } };
  const asked = await generateText({ ...settings, model: scriptedModel([[call]]), prompt: "Go." });
  const history = JSON.stringify(approved(asked.responseMessages)).replaceAll('"c"', '"c2"');
  const model = scriptedModel([]);
  await generateText({ ...settings, model, messages: JSON.parse(history) });
  expect(transcriptOf(model).results.c2).toMatch(/^Tool 'deploy' was not run\n/);
});

for (const name of [
  "BASH",
  "Bash",
  "run_shell_command",
  "constructor",
  "__proto__",
  "toString",
  "ba\u200bsh",
])
  test(`a model that calls ${JSON.stringify(name)} bypasses nothing`, async () => {
    const { session } = await openStage();
    await session.activate({ skill: "reader" });
    const ran: string[] = [];
    const names = ["bash", "BASH", "run_shell_command", "__proto__", "ba\u200bsh"];
    const bashes = names.map((own) => [own, tool({ inputSchema, execute: async () => void ran.push(own) })]);
    const tools = { ...(await skillTools(session)), ...wrapTools(session, Object.fromEntries(bashes)) };
    const hiding = { prepareStep: prepareStep(session, tools), repairToolCall: repairToolCall(session) };
    for (const settings of [{}, hiding]) {
      const model = scriptedModel([[{ id: "c", tool: name, input: {} }]]);
      await generateText({ model, prompt: "Go.", tools, stopWhen: isStepCount(3), ...settings });
      expect(transcriptOf(model).results.c).toMatch(/not allowed by active skill 'reader'|unavailable tool/);
    }
    expect(ran).toEqual([]);
  });

test("a model cannot pass a tool off as a skill tool by its name", async () => {
  const { session } = await openStage();
  await session.activate({ skill: "reader" });
  const ran: string[] = [];
  const execute = async (): Promise<void> => void ran.push("x");
  const tools = wrapTools(session, { skills_shell: tool({ inputSchema, execute }) });
  const model = scriptedModel([[{ id: "c", tool: "skills_shell", input: {} }]]);
  await generateText({ model, prompt: "Go.", tools, stopWhen: isStepCount(3) });
  expect(transcriptOf(model).results.c).toMatch(/^Tool 'skills_shell' not allowed/);
  expect(ran).toEqual([]);
});
