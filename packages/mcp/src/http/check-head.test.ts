import { request } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { startTestServer } from "../server/test-server.ts";
import { serveHttp } from "./serve-http.ts";
import { listTools, secret, tokens } from "./test-http-client.ts";

const page = "https://app.example";

type Answer = { readonly status: number | undefined; readonly headers: NodeJS.Dict<string | string[]> };

async function serve(): Promise<(method: string, headers: Record<string, string>) => Promise<Answer>> {
  const started = await startTestServer({ plain: "" });
  const endpoint = await serveHttp(started.server, { tokens, allowedOrigins: [page] });
  onTestFinished(async () => {
    await endpoint.close();
    await started[Symbol.asyncDispose]();
  });
  return (method, headers) =>
    new Promise((resolve, reject) => {
      const sent = request(endpoint.url, { method, headers }, (response) => {
        response.resume();
        response.once("end", () => resolve({ status: response.statusCode, headers: response.headers }));
      });
      sent.on("error", reject);
      sent.end(method === "POST" ? JSON.stringify(listTools) : undefined);
    });
}

const call = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/list",
};

test("a preflight request of an allowed origin is answered without a token", async () => {
  const send = await serve();
  const { status, headers } = await send("OPTIONS", {
    origin: page,
    "access-control-request-method": "POST",
  });
  expect(status).toBe(204);
  expect(headers).toMatchObject({
    "access-control-allow-origin": page,
    "access-control-allow-methods": "POST, GET, DELETE",
    "access-control-allow-headers": expect.stringContaining("authorization"),
    vary: "origin",
  });
});

test("the page can read the responses, including refusals", async () => {
  const send = await serve();
  const allowed = { "access-control-allow-origin": page };
  const served = await send("POST", { ...call, origin: page, authorization: `Bearer ${secret}` });
  expect(served).toMatchObject({ status: 200, headers: allowed });
  expect(await send("POST", { ...call, origin: page })).toMatchObject({ status: 401, headers: allowed });
});

test.each(["https://evil.example", "null", "http://app.example"])(
  "a page of %s gets nothing",
  async (origin) => {
    const send = await serve();
    const preflight = await send("OPTIONS", { origin, "access-control-request-method": "POST" });
    expect(preflight.status).toBe(403);
    expect(preflight.headers).not.toHaveProperty("access-control-allow-origin");
  },
);

test("programs, which send no origin, get no such headers", async () => {
  const send = await serve();
  const { status, headers } = await send("POST", { ...call, authorization: `Bearer ${secret}` });
  expect(status).toBe(200);
  expect(headers).not.toHaveProperty("access-control-allow-origin");
});
