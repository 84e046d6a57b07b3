import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCatalog } from "@skillwright/core/node";
import { createJsonlSink, createSession } from "@skillwright/runtime";
import { expect, test } from "vitest";
import { createFolder, skillwright } from "./run-command.ts";

/**
 * The story of one skill, from a file on disk to a refused tool call and a log that proves it. Read it from top to
 * bottom; every name leads to the file that does the work.
 */

// An author writes a skill: a folder with a SKILL.md. Next to it is a project to work on.
const folder = createFolder({
  "skills/code-review/SKILL.md": `---
name: code-review
description: Reviews changes by the rules of the team. Use when a change is to be reviewed.
allowed-tools: read Bash(git:*)
---
# Code review

Read the files that $ARGUMENTS changes, and say what you would do differently.
`,
  "project/login.ts": "export const attempts = 3;\n",
});
const workspace = join(folder, "project");

test("a skill is found, listed and activated; one tool call is allowed, one denied, and the log proves it", async () => {
  // discover, resolve: the catalog finds it.
  const catalog = openCatalog({ roots: [join(folder, "skills")] });
  expect(catalog.list().skills.map(({ id }) => id)).toEqual(["code-review"]);

  // list: before a model uses a skill, it sees only its name and description.
  const listing = await catalog.listing({ placement: "tool" });
  expect(listing.text).toContain('"code-review": Reviews changes by the rules of the team.');
  expect(listing.text).not.toContain("say what you would do differently");

  // A session is one conversation of one agent. It hands the agent its tools, all behind the guard.
  const log = join(folder, "audit.jsonl");
  const audit = createJsonlSink({ path: log });
  const session = createSession({ catalog, workspace, audit, agentTools: true, user: "sam" });
  const tools = new Map((await session.tools()).map((tool) => [tool.name, tool]));
  const call = (name: string, input: unknown) => tools.get(name)?.call(input);

  // Before any skill is active, the agent may write.
  expect(await call("write", { path: "notes.txt", content: "review" })).toMatchObject({ success: true });

  // activate: the model calls the Skill tool and gets the instructions, its arguments filled in.
  expect(await call("Skill", { skill: "code-review", args: "login.ts" })).toMatchObject({
    success: true,
    result: {
      skill_name: "code-review",
      allowed_tools: ["read", "Bash(git:*)"],
      content: expect.stringContaining("Read the files that login.ts changes"),
    },
  });

  // guard: tools that the skill lists run.
  expect(await call("read", { path: "login.ts" })).toMatchObject({
    success: true,
    result: { content: "export const attempts = 3;" },
  });

  // guard: anything else is refused and has no effect. The refusal is a result that the model can act on.
  const refusal = await call("write", { path: "login.ts", content: "export const attempts = 99;\n" });
  expect(refusal).toMatchObject({
    success: false,
    error: expect.stringMatching(/^Tool 'write' not allowed by active skill 'code-review'\n/),
  });
  expect(readFileSync(join(workspace, "login.ts"), "utf8")).toBe("export const attempts = 3;\n");

  // After leaving the skill, the agent may write again.
  await call("skills_deactivate", {});
  expect(await call("write", { path: "notes.txt", content: "done" })).toMatchObject({ success: true });
  await session.close();
  await audit.close();

  // audit: the log has everything in order, each intent before its outcome.
  const events = readFileSync(log, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events.map(({ event, tool = "" }) => `${event} ${tool}`.trim())).toEqual([
    "session-started",
    "tool-call-allowed write",
    "tool-call-finished write",
    "skill-activating",
    "skill-activated",
    "tool-call-allowed read",
    "tool-call-finished read",
    "tool-call-denied write",
    "tool-call-allowed skills_deactivate",
    "skill-deactivated",
    "tool-call-finished skills_deactivate",
    "tool-call-allowed write",
    "tool-call-finished write",
    "session-ended",
  ]);
  const { digest } = await catalog.load("code-review");
  expect(events.find(({ event }) => event === "tool-call-denied")).toMatchObject({
    user: "sam",
    skills: [{ name: "code-review", digest }],
    layer: "skill code-review",
    rule: "only",
    reason: "not-on-the-list",
    input: { path: "login.ts" },
  });

  // The command proves that the log is intact.
  expect(await skillwright(["audit", "verify", log])).toMatchObject({ code: 0 });
  const denial = events.findIndex(({ event }) => event === "tool-call-denied");
  const lines = readFileSync(log, "utf8").split("\n");
  writeFileSync(log, lines.filter((_, index) => index !== denial).join("\n"));
  expect(await skillwright(["audit", "verify", log])).toMatchObject({ code: 1 });
});
