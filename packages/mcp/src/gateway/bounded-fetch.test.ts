import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createBoundedFetch } from "./open-transport.ts";

async function serve(type: string, chunks: readonly string[]): Promise<string> {
  const server = createServer(async (_, response) => {
    response.writeHead(201, { "content-type": type });
    for (const chunk of chunks) await new Promise((resolve) => response.write(chunk, resolve));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  // A server that listens on TCP has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const fetchText = async (address: string): Promise<string> => (await createBoundedFetch(100)(address)).text();

test("a response within the limit is passed through unchanged", async () => {
  const response = await createBoundedFetch(100)(await serve("application/json", ["{}"]));
  expect([response.status, response.headers.get("content-type"), await response.json()]).toEqual([
    201,
    "application/json",
    {},
  ]);
});

test("a response over the limit is cut off", async () => {
  const address = await serve("application/json", ["x".repeat(60), "x".repeat(60)]);
  await expect(fetchText(address)).rejects.toThrow("more than 100 bytes");
});

test("a stream can continue as long as each event is within the limit", async () => {
  const event = `data: ${"x".repeat(60)}\n\n`;
  expect(await fetchText(await serve("text/event-stream", Array(20).fill(event)))).toHaveLength(
    20 * event.length,
  );
  const line = `data: ${"x".repeat(60)}\n`;
  await expect(fetchText(await serve("text/event-stream", [line, line]))).rejects.toThrow(
    "more than 100 bytes",
  );
});

test("a response without a body stays without one", async () => {
  expect((await createBoundedFetch(100)(await serve("text/plain", []), { method: "HEAD" })).body).toBeNull();
});
