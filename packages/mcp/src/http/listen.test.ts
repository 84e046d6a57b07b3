import { expect, onTestFinished, test } from "vitest";
import { checkAddress } from "./listen.ts";
import { serveHttp } from "./serve-http.ts";
import { tokens } from "./test-http-client.ts";
import { createTestServer } from "./test-skill-server.ts";

test("by default it is any port of this machine", () => {
  expect(checkAddress({ tokens })).toEqual({ host: "127.0.0.1", port: 0, path: "/mcp" });
});

test.each(["localhost", "::1", "127.0.0.2"])("%s is this machine", (host) => {
  expect(checkAddress({ tokens, host }).host).toBe(host);
});

test.each(["0.0.0.0", "::", "192.168.1.7", "127.0.0.1.evil.example"])(
  "%s needs the names of the server",
  (host) => {
    const reason = `${host} is reachable from other machines; list the host names that clients use (allowedHosts, --public-host)`;
    expect(() => checkAddress({ tokens, host })).toThrow(
      expect.objectContaining({ code: "option-invalid", details: { name: "host", reason } }),
    );
    expect(checkAddress({ tokens, host, allowedHosts: ["skills.example"] }).host).toBe(host);
  },
);

test.each([
  { port: -1 },
  { port: 65_536 },
  { port: 1.5 },
  { path: "" },
  { path: "mcp" },
  { path: "/mcp?x" },
  { path: "/a b" },
])("%j is rejected", (options) => {
  expect(() => checkAddress({ tokens, ...options })).toThrow(
    expect.objectContaining({ code: "option-invalid" }),
  );
});

test("a port in use is an invalid option", async () => {
  const first = await serveHttp(createTestServer(), { tokens });
  const port = Number(new URL(first.url).port);
  const reason = `another program already listens on port ${port} of 127.0.0.1`;
  await expect(serveHttp(createTestServer(), { tokens, port })).rejects.toThrow(
    expect.objectContaining({ code: "option-invalid", details: { name: "port", reason } }),
  );
  await first.close();
});

test("an IPv6 address is written in brackets", async () => {
  const endpoint = await serveHttp(createTestServer(), { tokens, host: "::1", path: "/" });
  expect(endpoint.url).toMatch(/^http:\/\/\[::1\]:\d+\/$/);
  await endpoint.close();
});

test("a server on another address of this machine is reached by that address", async () => {
  const endpoint = await serveHttp(createTestServer(), { tokens, host: "127.0.0.2" });
  onTestFinished(() => endpoint.close());
  expect((await fetch(endpoint.url, { method: "POST" })).status).toBe(401);
});
