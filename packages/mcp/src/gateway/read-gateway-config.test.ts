import { formatError, SkillError } from "@skillwright/core";
import { expect, test } from "vitest";
import { gatewayLimits } from "./limits.ts";
import { readGatewayConfig } from "./read-gateway-config.ts";

const read = (mcpServers: unknown) => readGatewayConfig(JSON.stringify({ mcpServers }), "servers.json");

function complaint(text: string): string {
  try {
    readGatewayConfig(text, "servers.json");
  } catch (error) {
    if (error instanceof SkillError && error.code === "config-invalid") return formatError(error);
    throw error;
  }
  return "none";
}

const complaintOf = (mcpServers: unknown): string =>
  complaint(JSON.stringify({ mcpServers })).replace("servers.json is not a valid configuration: ", "");

test("servers are read as clients write them, with our defaults", () => {
  const config = read({
    fs: {
      command: "npx",
      args: ["-y", "server", "/data"],
      env: { LEVEL: "info" },
      cwd: "sub",
      type: "stdio",
    },
    api: { type: "streamable-http", url: "https://example.com/mcp", headers: { Authorization: "Bearer x" } },
    plain: { command: "server" },
    "also-http": { url: "http://127.0.0.1:1/mcp", timeout: 5, tools: { only: ["a"], except: ["b"] } },
  });
  expect(config).toEqual({
    file: "servers.json",
    servers: [
      {
        name: "fs",
        timeout: 60,
        tools: {},
        connection: {
          kind: "stdio",
          command: "npx",
          args: ["-y", "server", "/data"],
          env: { LEVEL: "info" },
          cwd: "sub",
        },
      },
      {
        name: "api",
        timeout: 60,
        tools: {},
        connection: { kind: "http", url: "https://example.com/mcp", headers: { Authorization: "Bearer x" } },
      },
      {
        name: "plain",
        timeout: 60,
        tools: {},
        connection: { kind: "stdio", command: "server", args: [], env: {} },
      },
      {
        name: "also-http",
        timeout: 5,
        tools: { only: ["a"], except: ["b"] },
        connection: { kind: "http", url: "http://127.0.0.1:1/mcp", headers: {} },
      },
    ],
  });
});

test("other content of a client's file, a byte order mark and extra keys of a server do no harm", () => {
  const server = {
    command: "a",
    autoApprove: ["x"],
    alwaysAllow: [],
    trust: true,
    description: "d",
    name: "A",
  };
  const text = `\uFEFF${JSON.stringify({ mcpServers: { a: server }, theme: "dark", projects: {} })}`;
  expect(readGatewayConfig(text, "f").servers.map(({ name }) => name)).toEqual(["a"]);
});

test("a disabled server is skipped, whatever its other settings", () => {
  expect(
    read({ a: { disabled: true, type: "sse" }, b: { command: "b", disabled: false } }).servers,
  ).toHaveLength(1);
});

test.each([
  ["", "it is not JSON. Comments are not allowed in it."],
  ["{", "it is not JSON (line 1 column 2). Comments are not allowed in it."],
  ['{\n  "k": sk-secret-token }', "it is not JSON. Comments are not allowed in it."],
  ["[]", 'expected an object with "mcpServers", an object with one entry for each server.'],
  ['{"server":{}}', 'expected an object with "mcpServers", an object with one entry for each server.'],
  ['{"mcpServers":[]}', 'expected an object with "mcpServers", an object with one entry for each server.'],
])("%j is refused without quoting it", (text, reason) => {
  expect(complaint(text)).toBe(`servers.json is not a valid configuration: ${reason}`);
});

const badName = 'a server\'s name may contain letters, digits, "-" and single "_" inside; rename it.';

test.each([
  [{ a: 1 }, "at mcpServers.a: expected an object."],
  [{ a: {} }, 'at mcpServers.a: expected "command" or "url".'],
  [{ a: { command: "x", comand: "y" } }, "at mcpServers.a.comand: unknown setting. Did you mean command?"],
  [{ a: { command: "x", url: "http://x" } }, "at mcpServers.a.command: unknown setting."],
  [{ a: { command: 5 } }, "at mcpServers.a.command: Invalid input: expected string, received number."],
  [
    { a: { command: "x", args: "y" } },
    "at mcpServers.a.args: Invalid input: expected array, received string.",
  ],
  [
    { a: { command: "x", env: { K: 1 } } },
    "at mcpServers.a.env.K: Invalid input: expected string, received number.",
  ],
  [{ a: { command: "x", tools: { onyl: [] } } }, "at mcpServers.a.tools.onyl: unknown setting."],
  [{ a: { command: "x", timeout: 600_000_000 } }, "at mcpServers.a.timeout: expected seconds, at most 3600."],
  [{ a: { command: "x", timeout: 0 } }, "at mcpServers.a.timeout: Too small: expected number to be >0."],
  [{ a: { command: "x", type: "http" } }, 'at mcpServers.a.type: Invalid input: expected "stdio".'],
  [
    { a: { type: "sse", url: "http://x/sse" } },
    'at mcpServers.a.type: the old "sse" transport is not supported; give the server\'s streamable HTTP address and "type": "http".',
  ],
  [{ "a b": { command: "x" } }, `at mcpServers.a b: ${badName}`],
  [{ a__b: { command: "x" } }, `at mcpServers.a__b: ${badName}`],
  [{ a_: { command: "x" } }, `at mcpServers.a_: ${badName}`],
  [{ "": { command: "x" } }, `at mcpServers.: ${badName}`],
  [
    { ["x".repeat(33)]: { command: "x" } },
    `at mcpServers.${"x".repeat(33)}: a server's name may have at most 32 characters.`,
  ],
])("%j is refused with its position", (servers, reason) => {
  expect(complaintOf(servers)).toBe(reason);
});

test("a key that could name a prototype is refused like any other invalid name", () => {
  expect(complaint('{"mcpServers":{"__proto__":{"command":"x"}}}')).toContain("rename it");
});

test("the size of the file and the number of servers are limited", () => {
  expect(complaint(" ".repeat(gatewayLimits.gatewayConfigBytes + 1))).toContain("it is larger than");
  const many = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`s${index}`, { command: "x" }]));
  expect(complaintOf(many)).toBe("at mcpServers: 65 servers; at most 64 can be used at once.");
});

test("our own entry in a client's file is skipped: it would start this server recursively", () => {
  const own = { command: "skillwright", args: ["mcp", "--gateway", ".mcp.json"] };
  const text = JSON.stringify({ mcpServers: { skillwright: own, SkillWright: own, fs: { command: "fs" } } });
  expect(readGatewayConfig(text, "a.json").servers.map(({ name }) => name)).toEqual(["fs"]);
});
