import { expect, test } from "vitest";
import { findProfile } from "../profiles/profiles.ts";
import { agentId } from "./agent-id.ts";
import { chooseClients } from "./client-folders.ts";
import { clients } from "./clients.ts";

test.each([
  ["github-copilot", "copilot"],
  ["claude", "claude-code"],
  ["gemini", "gemini-cli"],
])("%s is another spelling of %s in commands and profiles", (word, id) => {
  expect(agentId(word)).toBe(id);
  expect(chooseClients([word, id]).map((client) => client.id)).toEqual([id]);
  expect(findProfile(word)).toBe(findProfile(id));
});

test("no id of the table is another spelling of an agent", () => {
  expect(clients.filter(({ id }) => agentId(id) !== id)).toEqual([]);
});
