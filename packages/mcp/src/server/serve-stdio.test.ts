import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { serveStdio } from "./serve-stdio.ts";
import { startTestServer } from "./test-server.ts";

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "0" } },
};

async function nextMessage(output: PassThrough): Promise<unknown> {
  const [line] = await output.take(1).toArray();
  return JSON.parse(String(line));
}

test("a client is served until its input ends", async () => {
  await using started = await startTestServer({ plain: "" });
  const [input, output] = [new PassThrough(), new PassThrough()];
  const serving = serveStdio(started.server, { input, output });
  input.write(`${JSON.stringify(initialize)}\n`);
  expect(await nextMessage(output)).toMatchObject({ id: 1, result: { serverInfo: { name: "skillwright" } } });
  input.end();
  await serving;
});

test("an invalid message is reported, and the client is still served", async () => {
  await using started = await startTestServer({ plain: "" });
  const [input, output] = [new PassThrough(), new PassThrough()];
  const trouble: string[] = [];
  const serving = serveStdio(started.server, {
    input,
    output,
    onTrouble: (message) => void trouble.push(message),
  });
  input.write(`{"jsonrpc": 5}\n{"method":"x"}\n[]\n${JSON.stringify(initialize)}\n`);
  expect(await nextMessage(output)).toMatchObject({ id: 1 });
  expect(trouble.length).toBeGreaterThan(0);
  input.end();
  await serving;
});

test("it stops on request", async () => {
  await using started = await startTestServer({ plain: "" });
  const ending = new AbortController();
  const streams = { input: new PassThrough(), output: new PassThrough() };
  const serving = serveStdio(started.server, { ...streams, signal: ending.signal });
  ending.abort();
  await serving;
});

test("skills active for one client stay active when another leaves", async () => {
  await using started = await startTestServer({ strict: "allowed-tools: Read" });
  const clients = [0, 1].map(() => {
    const streams = { input: new PassThrough(), output: new PassThrough() };
    return { ...streams, serving: serveStdio(started.server, streams) };
  });
  const [leaving, staying] = clients;
  if (leaving === undefined || staying === undefined) throw new Error("two clients were made");
  const load = { name: "skills_load", arguments: { name: "strict" } };
  for (const { input } of clients) {
    input.write(`${JSON.stringify(initialize)}\n`);
    input.write(`${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params: load })}\n`);
  }
  await expect.poll(() => started.events.filter(({ event }) => event === "skill-activated").length).toBe(2);
  leaving.input.end();
  await leaving.serving;
  expect(started.events.filter(({ event }) => event === "skill-deactivated")).toHaveLength(1);
  staying.input.end();
  await staying.serving;
});
