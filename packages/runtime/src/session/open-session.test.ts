import { expect, test } from "vitest";
import { createTestSession, skillText } from "./test-session.ts";

test("a reference yields the id of a skill a model may choose, and nothing else", async () => {
  const { session } = createTestSession({
    "pdf/SKILL.md": skillText("pdf"),
    "deploy/SKILL.md": skillText("deploy", "disable-model-invocation: true"),
  });
  expect(["pdf", "/pdf", "deploy", "pfd", ""].map((name) => session.findSkill(name))).toEqual([
    "pdf",
    "pdf",
    undefined,
    undefined,
    undefined,
  ]);
  await session.close();
});
