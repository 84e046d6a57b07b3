import type { AuditEvent } from "@skillwright/core/audit";
import { generateText, isStepCount, jsonSchema, type ToolApprovalStatus, type ToolSet, tool } from "ai";
import { expect, test } from "vitest";
import type { Session } from "../session/session.ts";
import { skillTools, toolApproval, wrapTools } from "./ai-sdk.ts";
import { openStage } from "./contract.ts";
import { scriptedModel, transcriptOf } from "./test-ai-sdk.ts";

const inputSchema = jsonSchema<{ target?: string }>({ type: "object" });
const plain = tool({ inputSchema, execute: async () => "ran" });
const careful = tool({ inputSchema, execute: async () => "ran", needsApproval: true });

type Settings = { readonly tools: ToolSet; readonly own?: Parameters<typeof toolApproval>[2] };

/** The outcome of one tool call: the model's result, or a question to a person. */
async function outcomeOf(
  session: Session,
  name: string,
  { tools, own }: Settings,
): Promise<string | undefined> {
  const model = scriptedModel([[{ id: "c", tool: name, input: { target: "site" } }]]);
  const wrapped = wrapTools(session, tools);
  const { content } = await generateText({
    model,
    prompt: "Go.",
    tools: wrapped,
    stopWhen: isStepCount(3),
    toolApproval: toolApproval(session, wrapped, own),
  });
  const isAsked = content.some((part) => part.type === "tool-approval-request" && part.isAutomatic !== true);
  return isAsked ? "a person is asked" : transcriptOf(model).results.c;
}

test("calls that the policy allows run; calls that need approval are asked about", async () => {
  const { session } = await openStage();
  const tools = { read: plain, deploy: plain };
  expect(await outcomeOf(session, "read", { tools })).toBe("ran");
  expect(await outcomeOf(session, "deploy", { tools })).toBe("a person is asked");
});

test("a call that a skill forbids is denied with the guard's message, without asking, and recorded once", async () => {
  const { session } = await openStage();
  await session.activate({ skill: "reader" });
  const denied: string[] = [];
  session.events.subscribe(
    (event: AuditEvent) => event.event === "tool-call-denied" && denied.push(event.call),
  );
  expect(await outcomeOf(session, "deploy", { tools: { deploy: careful } })).toMatch(
    /^Tool 'deploy' not allowed by active skill 'reader'\n/,
  );
  expect(denied).toEqual(["c"]);
});

test("a call after one that leaves a skill runs, although the SDK looks at both before the first runs", async () => {
  const { session } = await openStage();
  await session.activate({ skill: "reader" });
  const tools = { ...(await skillTools(session)), ...wrapTools(session, { write: plain }) };
  const write = (id: string) => ({ id, tool: "write", input: {} });
  const model = scriptedModel([
    [write("before"), { id: "leave", tool: "skills_deactivate", input: {} }, write("after")],
  ]);
  await generateText({
    ...{ model, tools, prompt: "Go.", stopWhen: isStepCount(3) },
    toolApproval: toolApproval(session, tools),
  });
  expect(transcriptOf(model).results).toMatchObject({
    before: expect.stringMatching(/^Tool 'write' not allowed by active skill 'reader'/),
    after: "ran",
  });
});

test("a client-side tool, which cannot be guarded, is denied here", async () => {
  const { session } = await openStage();
  await session.activate({ skill: "reader" });
  const tools = { pick_color: { inputSchema, outputSchema: inputSchema } };
  expect(await outcomeOf(session, "pick_color", { tools })).toMatch(/^Tool 'pick_color' not allowed/);
});

test("a tool's own approval requirement is respected, also when it depends on the call", async () => {
  const { session } = await openStage();
  const choosy = tool({ ...plain, needsApproval: ({ target }) => target === "site" });
  const easy = tool({ ...plain, needsApproval: async ({ target }) => target !== "site" });
  const tools = { careful, choosy, easy };
  expect(await outcomeOf(session, "careful", { tools })).toBe("a person is asked");
  expect(await outcomeOf(session, "choosy", { tools })).toBe("a person is asked");
  expect(await outcomeOf(session, "easy", { tools })).toBe("ran");
});

const words: readonly (readonly [ToolApprovalStatus, string, string])[] = [
  ["denied", "read", "denied"],
  ["denied", "deploy", "denied"],
  [{ type: "denied", reason: "not today" }, "deploy", "not today"],
  ["user-approval", "read", "a person is asked"],
  ["user-approval", "deploy", "a person is asked"],
  ["approved", "read", "ran"],
  ["approved", "deploy", "a person is asked"],
  ["not-applicable", "read", "ran"],
  ["not-applicable", "deploy", "a person is asked"],
  [undefined, "read", "ran"],
];

for (const [status, name, outcome] of words)
  test(`of the host's ${JSON.stringify(status)} and the session's decision on ${name}, the stricter one applies`, async () => {
    const { session } = await openStage();
    const tools = { read: plain, deploy: plain };
    for (const own of [{ [name]: status }, { [name]: async () => status }, async () => status])
      expect(await outcomeOf(session, name, { tools, own })).toBe(outcome);
  });

test("the host's function for one tool gets the SDK's arguments for it", async () => {
  const { session } = await openStage();
  const seen: unknown[] = [];
  const own = {
    read: (input: unknown, given: { toolCallId: string; toolContext: unknown }): ToolApprovalStatus => {
      seen.push(input, given.toolCallId, given.toolContext);
      return undefined;
    },
  };
  const tools = wrapTools(session, {
    read: tool({
      inputSchema,
      contextSchema: jsonSchema<{ tenant: string }>({ type: "object" }),
      execute: async (_, { context }) => context.tenant,
    }),
  });
  const model = scriptedModel([[{ id: "c", tool: "read", input: { target: "site" } }]]);
  const toolsContext = { read: { tenant: "acme" } };
  await generateText({
    model,
    prompt: "Go.",
    tools,
    toolsContext,
    stopWhen: isStepCount(3),
    toolApproval: toolApproval(session, tools, own),
  });
  expect(seen).toEqual([{ target: "site" }, "c", { tenant: "acme" }]);
  expect(transcriptOf(model).results).toEqual({ c: "acme" });
});
