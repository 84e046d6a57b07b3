import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const findingsIn = (lines: string): ReturnType<typeof findingsOf> =>
  findingsOf("context.agentNeedsFork", `---\nname: pdf\n${lines}\n---\n`);

test("C-22: an agent without context: fork is reported at its value", () => {
  expect(findingsIn("agent: Explore")).toMatchObject([
    {
      message: "noFork",
      args: { agent: "Explore" },
      range: { start: { line: 3, column: 8 }, end: { line: 3, column: 15 } },
    },
  ]);
});

test("C-22: so is one with context: inherit", () => {
  expect(findingsIn("context: inherit\nagent: Explore")).toHaveLength(1);
});

test.each(["context: fork\nagent: Explore", "context: fork", "license: MIT"])("C-22: %j is fine", (lines) => {
  expect(findingsIn(lines)).toEqual([]);
});
