import { agentId, clients } from "@skillwright/core/discover";
import { dialects } from "@skillwright/runtime";
import { afterAll, expect, test } from "vitest";
import { createTestMachine, removeTestMachines } from "../test-io.ts";
import { hookAgents } from "./hook-agents.ts";
import { mcpAgents } from "./mcp-agents.ts";

afterAll(removeTestMachines);

test("guard and mcp use the ids of the table of agents", () => {
  const known = new Set(clients.map(({ id }) => id));
  const used = [...hookAgents, ...mcpAgents].map(({ id }) => id);
  // VS Code reads Copilot's skills, so the table has no row for it.
  expect(used.filter((id) => !known.has(id))).toEqual(["vscode"]);
  expect(dialects.map(({ agent }) => agent)).toEqual(hookAgents.map(({ id }) => id));
});

test.each([
  ["github-copilot", "copilot"],
  ["gemini", "gemini-cli"],
  ["claude", "claude-code"],
  ["vscode", "vscode"],
])("mcp install --agent %s means %s", async (word, id) => {
  const { out } = await createTestMachine({}).run(["mcp", "install", "--agent", word, "--dry-run", "--json"]);
  expect(JSON.parse(out).agent).toBe(id);
});

test.each(["github-copilot", "copilot"])("guard install and list accept %s", async (word) => {
  const machine = createTestMachine({});
  const { out } = await machine.run(["guard", "install", "--agent", word, "--dry-run", "--json"]);
  expect(JSON.parse(out).agent).toBe(agentId(word));
  expect((await machine.run(["list", "--client", word])).code).toBe(0);
});
