import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { HttpOptions } from "./http-options.ts";
import { serveHttp } from "./serve-http.ts";
import { connectClient, disconnect, rawRequest, sendRaw, tokens, until } from "./test-http-client.ts";
import { createTestServer } from "./test-skill-server.ts";

async function serve(bounds: HttpOptions["bounds"] = {}): Promise<string> {
  const endpoint = await serveHttp(createTestServer(), { tokens, bounds });
  onTestFinished(() => endpoint.close());
  return endpoint.url;
}

/** Connections that send part of a request and then wait, from an address of this machine. */
async function openHalf(url: string, count: number, localAddress = "127.0.0.1"): Promise<Socket[]> {
  const { hostname: host, port } = new URL(url);
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ host, port: Number(port), localAddress });
      onTestFinished(() => void socket.destroy());
      // Ended by the server, which may reset it.
      socket.on("error", () => undefined);
      await new Promise((resolve) => socket.once("connect", resolve));
      socket.write("POST /mcp HTTP/1.1\r\nhost: localhost\r\n");
      return socket;
    }),
  );
}

const open = (sockets: readonly Socket[]): number =>
  sockets.filter(({ readyState }) => readyState === "open").length;

/** Sends a request with a token and keeps its connection. */
async function identify(url: string): Promise<Socket> {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ host, port: Number(port) });
  onTestFinished(() => void socket.destroy());
  socket.write(rawRequest({ headers: { connection: "keep-alive" } }));
  await new Promise((resolve) => socket.once("data", resolve));
  return socket;
}

test("half-open connections without a token do not keep out a client that has one", async () => {
  const url = await serve();
  const half: Socket[] = [];
  for (let round = 0; round < 5; round++) half.push(...(await openHalf(url, 300)));
  expect((await sendRaw(url, rawRequest())).status).toBe(200);
  await until(() => open(half) <= 1024);
  for (const era of ["legacy", "modern"] as const) await disconnect(await connectClient(url, { era }));
});

test("the oldest of them is closed first", async () => {
  const url = await serve({ unidentifiedPerAddress: 3 });
  const half: Socket[] = [];
  for (let index = 0; index < 5; index++) half.push(...(await openHalf(url, 1)));
  await until(() => open(half) === 3);
  expect(half.map(({ readyState }) => readyState === "open")).toEqual([false, false, true, true, true]);
});

test("one address cannot close the connections of another", async () => {
  const url = await serve({ unidentifiedPerAddress: 3 });
  const ours = await openHalf(url, 3);
  const theirs = await openHalf(url, 20, "127.0.0.2");
  await until(() => open(theirs) === 3);
  expect(open(ours)).toBe(3);
});

test("many addresses together are bounded too, and identified connections stay", async () => {
  const url = await serve({ connections: 10 });
  const identified = [await identify(url), await identify(url)];
  const half: Socket[] = [];
  for (let index = 2; index < 32; index++) half.push(...(await openHalf(url, 1, `127.0.0.${index}`)));
  await until(() => open(half) === 8);
  expect((await sendRaw(url, rawRequest())).status).toBe(200);
  expect(open(identified)).toBe(2);
});

test("if every connection is identified, a new one is closed until another ends", async () => {
  const url = await serve({ connections: 3 });
  const identified = [await identify(url), await identify(url), await identify(url)];
  expect((await sendRaw(url, rawRequest())).status).toBe(0);
  expect(open(identified)).toBe(3);
  for (const socket of identified) socket.destroy();
  let status = 0;
  while (status === 0) ({ status } = await sendRaw(url, rawRequest()));
  expect(status).toBe(200);
});
