import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import { createTestGateway, type Era, eras, startTestServer, type TestServer } from "./test-server.ts";

type Answer = { readonly action: "accept" | "decline" | "cancel"; readonly approve?: boolean };

/** A policy that puts every call of fs tools, and every load of a skill called `risky`, to a person. */
const asking = {
  layer: {
    kind: "organisation",
    name: "organisation",
    ask: [
      { text: "mcp__fs__write", tool: "mcp__fs__write" },
      { text: "Skill(risky)", tool: "Skill", pattern: "risky" },
    ],
    otherwise: "allow",
  },
} as const;

async function askedClient(
  started: TestServer,
  era: Era,
  { action, approve }: Answer,
): Promise<{ readonly client: Client; readonly questions: readonly string[] }> {
  const questions: string[] = [];
  const client = await started.connect(era, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    questions.push(params.message);
    return approve === undefined ? { action } : { action, content: { approve } };
  });
  return { client, questions };
}

describe.each(eras)("a client with protocol %s", (era) => {
  test("is asked about a call, which then runs once", async () => {
    const gateway = createTestGateway(["fs__write"]);
    await using started = await startTestServer({ plain: "" }, { gateway, policy: asking });
    const { client, questions } = await askedClient(started, era, { action: "accept", approve: true });
    const result = await client.callTool({ name: "fs__write", arguments: { path: "a.txt" } });
    expect(result.content).toEqual([{ type: "text", text: '{"path":"a.txt"}' }]);
    expect(gateway.ran).toEqual(["fs__write"]);
    expect(questions).toEqual(['Run this tool call?\nmcp__fs__write {"path":"a.txt"}']);
    const calls = started.events.filter(({ event }) => event.startsWith("tool-call"));
    expect(calls).toMatchObject([
      { event: "tool-call-allowed", approver: "client" },
      { event: "tool-call-finished", ok: true },
    ]);
  });

  test.each<[string, Answer]>([
    ["declines", { action: "decline" }],
    ["cancels", { action: "cancel" }],
    ["accepts the form without a yes", { action: "accept", approve: false }],
    ["declines, though the form says yes", { action: "decline", approve: true }],
  ])("whose user %s, gets a refusal", async (_, answer) => {
    const gateway = createTestGateway(["fs__write"]);
    await using started = await startTestServer({ plain: "" }, { gateway, policy: asking });
    const { client } = await askedClient(started, era, answer);
    const result = await client.callTool({ name: "fs__write", arguments: {} });
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result.content)).toContain("did not approve");
    expect(gateway.ran).toEqual([]);
  });

  test("that cannot ask a person gets a refusal that says so", async () => {
    const gateway = createTestGateway(["fs__write"]);
    await using started = await startTestServer({ plain: "" }, { gateway, policy: asking });
    const client = await started.connect(era);
    const result = await client.callTool({ name: "fs__write", arguments: {} });
    expect(JSON.stringify(result.content)).toContain("cannot ask its user");
    expect(gateway.ran).toEqual([]);
  });

  test("is asked about a skill before it is active", async () => {
    await using started = await startTestServer({ risky: "" }, { policy: asking });
    const { client, questions } = await askedClient(started, era, { action: "accept", approve: true });
    const loaded = await client.callTool({ name: "skills_load", arguments: { name: "risky" } });
    expect(loaded.structuredContent).toMatchObject({ ok: true });
    expect(questions).toHaveLength(1);
  });
});
