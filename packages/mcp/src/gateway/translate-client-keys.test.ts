import { expect, test } from "vitest";
import { readGatewayConfig } from "./read-gateway-config.ts";

function read(server: object): object | undefined {
  const [only] = readGatewayConfig(JSON.stringify({ mcpServers: { s: server } }), "a.json").servers;
  return only;
}

const stdio = { kind: "stdio", command: "x", args: [], env: {} };
const http = { kind: "http", url: "https://a.example/mcp", headers: {} };

test.each<[string, object, object]>([
  [
    "Copilot's local servers",
    { type: "local", command: "x", tools: ["*"] },
    { connection: stdio, tools: {} },
  ],
  ["Copilot's list of tools", { command: "x", tools: ["a", "b"] }, { tools: { only: ["a", "b"] } }],
  ["Gemini CLI's address", { httpUrl: "https://a.example/mcp" }, { connection: http }],
  [
    "Gemini CLI's lists and milliseconds",
    { command: "x", includeTools: ["a"], excludeTools: ["b"], timeout: 60_000 },
    { tools: { only: ["a"], except: ["b"] }, timeout: 60 },
  ],
  [
    "Windsurf's address and list",
    { serverUrl: "https://a.example/mcp", disabledTools: ["b"] },
    { connection: http, tools: { except: ["b"] } },
  ],
  ["opencode's switch", { command: "x", enabled: true }, { connection: stdio }],
  ["our own lists", { command: "x", tools: { only: ["a"] } }, { tools: { only: ["a"] } }],
])("%s are read", (_, server, expected) => {
  expect(read(server)).toMatchObject(expected);
});

test("a server that a client has disabled is skipped", () => {
  expect(read({ command: "x", enabled: false })).toBeUndefined();
});

test("VS Code's file has its servers under another name", () => {
  const text = JSON.stringify({ servers: { s: { type: "stdio", command: "x" } }, inputs: [] });
  expect(readGatewayConfig(text, "mcp.json").servers).toMatchObject([{ name: "s", connection: stdio }]);
});

test.each([
  [{ command: "x", tools: "a" }, /tools/],
  [{ command: "x", includeTools: "a" }, /tools\.only/],
  [{ command: "x", envFile: ".env" }, /envFile/],
])("an unknown key that could restrict is refused: %j", (server, expected) => {
  expect(() => read(server)).toThrow(expected);
});
