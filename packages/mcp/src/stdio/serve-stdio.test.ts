import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { startTestServer } from "../server/test-server.ts";
import { serveStdio } from "./serve-stdio.ts";

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

test("what is no message is told, and the client is served all the same", async () => {
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

test("it ends when it is told to", async () => {
  await using started = await startTestServer({ plain: "" });
  const ending = new AbortController();
  const streams = { input: new PassThrough(), output: new PassThrough() };
  const serving = serveStdio(started.server, { ...streams, signal: ending.signal });
  ending.abort();
  await serving;
});
