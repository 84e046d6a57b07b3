import { expect, test } from "vitest";
import { requireDistinct } from "./create-tools.ts";
import type { Tool } from "./tool.ts";

const tool = (name: string): Tool => ({ name, description: "", inputSchema: {}, run: async () => ({}) });

test("functions with distinct names are fine", () => {
  expect(() => requireDistinct([tool("a"), tool("b")], [tool("read")])).not.toThrow();
});

test.each([
  "read",
  "Read",
  "read_file",
  "a",
  "A",
  "Skill",
  "skills_load",
  "skills_run_script",
  "activate_skill",
])("a function named %s is refused next to read and a function a", (name) => {
  expect(() => requireDistinct([tool("a"), tool(name)], [tool("read")])).toThrow("tool-name-invalid");
});
