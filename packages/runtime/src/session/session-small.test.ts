import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { limits, redactEvent, skillLayer, tokenizeTools } from "@skillwright/core";
import { expect, test } from "vitest";
import { createTestSession, skillText } from "./test-session.ts";

test("glob and grep pass over files that a rule forbids to read", async () => {
  const { session, workspace } = createTestSession(
    { "s/SKILL.md": skillText("s", "disallowed-tools: Read(secret/**)") },
    { agentTools: true },
  );
  mkdirSync(join(workspace, "secret"));
  writeFileSync(join(workspace, "secret/a.txt"), "needle");
  writeFileSync(join(workspace, "b.txt"), "needle");
  await session.activate({ skill: "s" });
  const tools = new Map((await session.tools()).map((tool) => [tool.name, tool]));
  console.log(
    "PROBE",
    JSON.stringify(await tools.get("glob")?.call({ pattern: "**/*.txt" })),
    JSON.stringify(await tools.get("grep")?.call({ pattern: "needle" })),
  );
  expect(await tools.get("glob")?.call({ pattern: "**/*.txt" })).toMatchObject({
    result: { paths: ["b.txt"] },
  });
  expect(await tools.get("grep")?.call({ pattern: "needle" })).toMatchObject({
    result: { matches: [{ path: "b.txt" }] },
  });
});
test("a tool that reports failure is recorded as failed", async () => {
  const { session, events } = createTestSession({});
  await session.guard("Bash", { command: "x" }, () => ({ success: false, error: "no" }));
  await session.guard("skills_list", {}, () => ({ ok: false, errors: [] }));
  await session.close();
  expect(events().filter(({ event }) => event === "tool-call-finished")).toMatchObject([
    { ok: false, error: "no" },
    { ok: false },
  ]);
});
test("names that every object has are no variables", () => {
  const layer = skillLayer({
    name: "s",
    requestedTools: tokenizeTools("Read({constructor}/x)"),
    variables: {},
  });
  expect(layer.only).toEqual(tokenizeTools("Read({constructor}/x)"));
});
test("a secret that stands across the cut is gone from both sides of it", () => {
  const secret = "ghp_abcdefghijklmnopqrstuvwx0123456789";
  for (let over = 1; over < secret.length; over++) {
    const command = `${"x".repeat(limits.auditEventCharacters - 600 - over)} ${secret} ${"y".repeat(9000)}`;
    const text = JSON.stringify(
      redactEvent({
        time: "t",
        session: "s",
        event: "tool-call-allowed",
        call: "c",
        tool: "Bash",
        skills: [],
        input: { command },
        layer: "l",
        rule: "r",
        reason: "x",
      }),
    );
    expect(text).not.toContain("ghp_abcd");
  }
});
