import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { createTestGateway, startTestServer } from "../server/test-server.ts";
import { serveHttp } from "./serve-http.ts";
import {
  connectClient,
  disconnect,
  envelope,
  initialize,
  rawRequest,
  sendRaw,
  tokens,
} from "./test-http-client.ts";

const skills = { reading: "allowed-tools: mcp__fs__read", other: "", third: "" };
const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function start() {
  const gateway = createTestGateway(["fs__read", "fs__write"]);
  const started = await startTestServer(skills, { gateway });
  endings.push(async () => started[Symbol.asyncDispose]());
  const { url, close } = await serveHttp(started.server, { tokens, bounds: { holdMs: 10_000 } });
  endings.push(close);
  return { gateway, url };
}

type Send = (id: number, tool: string, input?: Readonly<Record<string, unknown>>) => Promise<string>;

/** Sends calls of one conversation, each on its own connection. */
async function open(url: string, era: "legacy" | "modern"): Promise<Send> {
  const legacy = { "mcp-protocol-version": "2025-11-25", "mcp-method": undefined };
  const begun =
    era === "legacy"
      ? await sendRaw(url, rawRequest({ body: JSON.stringify({ ...initialize, id: 0 }), headers: legacy }))
      : undefined;
  const session = /^mcp-session-id: (.+)\r$/im.exec(begun?.text ?? "")?.[1];
  return async (id, name, input = {}) => {
    const meta = era === "legacy" ? {} : { _meta: envelope };
    const params = { name, arguments: input, ...meta };
    const headers =
      era === "legacy"
        ? { ...legacy, "mcp-session-id": session }
        : { "mcp-method": "tools/call", "mcp-name": name };
    const body = JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params });
    return (await sendRaw(url, rawRequest({ body, headers }))).text;
  };
}

describe.each(["legacy", "modern"] as const)("%s", (era) => {
  test("a call that overtakes the load of a skill is still restricted by it", async () => {
    for (let round = 0; round < 5; round++) {
      const { gateway, url } = await start();
      const send = await open(url, era);
      await send(1, "skills_list");
      const write = send(3, "fs__write", {});
      await pause(10);
      const [loaded, written] = await Promise.all([send(2, "skills_load", { name: "reading" }), write]);
      expect(loaded).toContain("Follow the way of reading.");
      expect(written).toContain("reading");
      expect(written).toContain('"isError":true');
      expect(gateway.ran).toEqual([]);
    }
  });

  test("a load and a call sent together by the official client keep their order", async () => {
    for (let round = 0; round < 5; round++) {
      const { gateway, url } = await start();
      const client = await connectClient(url, { era });
      const [, written] = await Promise.all([
        client.callTool({ name: "skills_load", arguments: { name: "reading" } }),
        client.callTool({ name: "fs__write", arguments: {} }),
      ]);
      expect(written).toMatchObject({ isError: true });
      expect(gateway.ran).toEqual([]);
      await disconnect(client);
    }
  });
});

test("chats that share a token learn what to send to be separated", async () => {
  const { url } = await start();
  const chats = await Promise.all([0, 1, 2].map(() => connectClient(url, { era: "modern" })));
  endings.push(() => Promise.all(chats.map(disconnect)));
  const load = async (chat: number, name: string) =>
    JSON.stringify(await chats[chat]?.callTool({ name: "skills_load", arguments: { name } }));
  await load(0, "reading");
  await load(1, "other");
  const refused = await load(2, "reading");
  expect(refused).toContain("Skillwright-Conversation");
  expect(refused).toContain('"isError":true');
  const denied = await chats[1]?.callTool({ name: "fs__write", arguments: {} });
  expect(JSON.stringify(denied)).toContain("Skillwright-Conversation");
});

test("chats that name their conversation are separate", async () => {
  const { gateway, url } = await start();
  const chats = await Promise.all(
    ["one", "two"].map((name) =>
      connectClient(url, { era: "modern", headers: { "skillwright-conversation": name } }),
    ),
  );
  endings.push(() => Promise.all(chats.map(disconnect)));
  const [one, two] = chats;
  await one?.callTool({ name: "skills_load", arguments: { name: "reading" } });
  const refused = await one?.callTool({ name: "fs__write", arguments: {} });
  expect(refused).toMatchObject({ isError: true });
  expect(JSON.stringify(refused)).not.toContain("Skillwright-Conversation");
  expect(await two?.callTool({ name: "fs__write", arguments: {} })).not.toHaveProperty("isError");
  expect(gateway.ran).toEqual(["fs__write"]);
});
