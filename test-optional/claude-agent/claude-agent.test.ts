import type { CanUseTool } from "@anthropic-ai/claude-agent-sdk";
import type { AuditEvent } from "@skillwright/core/audit";
import { canUseTool, hooks } from "@skillwright/runtime/claude-agent";
import { expect, test } from "vitest";
import type { ScriptedCall } from "../../packages/runtime/src/adapters/contract.ts";
import { ask } from "./.example/claude-agent.ts";
import { createOptions, openStage, runClaude } from "./run-claude.ts";
import { startScriptedApi } from "./scripted-api.ts";

const refusal = "Tool 'Bash' not allowed by active skill 'reader'";

test("S3-38: a tool outside the active skill's list is refused in OmniForge's words and never runs", async () => {
  const stage = openStage();
  await stage.session.activate({ skill: "reader", lifetime: "session" });
  const results = await runClaude(stage, { turns: [[touch("b", "ran")]] });
  expect(firstLine(results.b)).toBe(`PreToolUse:Bash hook error: ${refusal}`);
  expect(stage.made("ran")).toBe(false);
});

test("a tool on the list runs, and its result reaches the model", async () => {
  const stage = openStage();
  await stage.session.activate({ skill: "reader", lifetime: "session" });
  const results = await runClaude(stage, { turns: [[read("r")]] });
  expect(results.r).toContain("the notes");
});

test("without a skill nothing is restricted, and intent and outcome are recorded", async () => {
  const stage = openStage();
  await runClaude(stage, { turns: [[touch("b", "ran")]] });
  expect(stage.made("ran")).toBe(true);
  expect(summary(stage.events)).toEqual(["tool-call-allowed b", "tool-call-finished b true"]);
});

test("the race: a tool called after a skill in the same turn is decided under the skill", async () => {
  const stage = openStage();
  const results = await runClaude(stage, { turns: [[skill("s", "reader"), touch("b", "ran"), read("r")]] });
  expect(results.s).toContain("reader");
  expect(results.b).toContain(refusal);
  expect(results.r).toContain("the notes");
  expect(stage.made("ran")).toBe(false);
});

test("the race: a tool called before a skill in the same turn runs", async () => {
  const stage = openStage();
  await runClaude(stage, { turns: [[touch("b", "ran"), skill("s", "reader")], [touch("b2", "ran2")]] });
  expect(stage.made("ran")).toBe(true);
  expect(stage.made("ran2")).toBe(false);
});

test("parallel calls: each of ten is decided separately", async () => {
  const stage = openStage();
  const calls = [0, 1, 2, 3, 4].flatMap((index) => [touch(`b${index}`, `ran${index}`), read(`r${index}`)]);
  const results = await runClaude(stage, { turns: [[skill("s", "reader")], calls] });
  for (const { id, tool } of calls) expect(results[id]).toContain(tool === "Bash" ? refusal : "the notes");
  expect([0, 1, 2, 3, 4].some((index) => stage.made(`ran${index}`))).toBe(false);
});

test("a skill that Claude Code does not know either does not hold up the tools behind it", async () => {
  const stage = openStage();
  const results = await runClaude(stage, { turns: [[skill("s", "raeder"), touch("b", "ran")]] });
  expect(results.s).toContain("Unknown skill");
  expect(stage.made("ran")).toBe(true);
});

test("a skill that only Claude Code knows is refused, because its restrictions are unknown", async () => {
  const stage = openStage();
  const results = await runClaude(stage, { turns: [[skill("s", "stray"), touch("b", "ran")]] });
  expect(results.s).toMatch(/^PreToolUse:Skill hook error: .*stray/);
  expect(stage.made("ran")).toBe(true);
});

test("a skill that a rule of the user declines is left at once", async () => {
  const stage = openStage();
  await runClaude(stage, {
    turns: [[skill("s", "reader")], [touch("b", "ran")]],
    options: { disallowedTools: ["Skill(reader)"] },
  });
  expect(stage.session.active()).toEqual([]);
  expect(stage.made("ran")).toBe(true);
});

test("S3-72: after the model leaves the skill, its restriction is gone", async () => {
  const stage = openStage();
  const leave = { id: "d", tool: "mcp__skillwright__skills_deactivate", input: { skill: "reader" } };
  const turns = [[skill("s", "reader")], [touch("b1", "ran1")], [leave], [touch("b2", "ran2")]];
  const results = await runClaude(stage, { turns });
  expect(results.b1).toContain(refusal);
  expect(results.d).toContain("Left reader");
  expect([stage.made("ran1"), stage.made("ran2")]).toEqual([false, true]);
});

test("a tool called after the skill is left in the same turn runs", async () => {
  const stage = openStage();
  const leave = { id: "d", tool: "mcp__skillwright__skills_deactivate", input: { skill: "reader" } };
  const turns = [[skill("s", "reader")], [touch("b1", "ran1"), leave, touch("b2", "ran2")]];
  const results = await runClaude(stage, { turns });
  expect(results.b1).toContain(refusal);
  expect([stage.made("ran1"), stage.made("ran2")]).toEqual([false, true]);
});

test("a declined skill does not lift the restriction of one loaded after it in the same turn", async () => {
  const stage = openStage();
  const results = await runClaude(stage, {
    turns: [[skill("c", "chief"), skill("s", "reader")], [touch("b", "ran")]],
    options: { disallowedTools: ["Skill(chief)"] },
  });
  expect(stage.session.active().map(({ name }) => name)).toEqual(["reader"]);
  expect(results.b).toContain(refusal);
  expect(stage.made("ran")).toBe(false);
});

test("a model cannot leave a skill that the user calls by its name", async () => {
  const stage = openStage();
  const leave = { id: "d", tool: "mcp__skillwright__skills_deactivate", input: {} };
  const results = await runClaude(stage, { turns: [[leave], [touch("b", "ran")]], prompts: ["/reader now"] });
  expect(results.d).toContain("stays active until the user's next message");
  expect(results.b).toContain(refusal);
  expect(stage.made("ran")).toBe(false);
});

test("the race: a skill of the session's own tool restricts the tools behind it too", async () => {
  const stage = openStage();
  const load = { id: "s", tool: "mcp__skillwright__Skill", input: { skill: "reader" } };
  const results = await runClaude(stage, { turns: [[load, touch("b", "ran")]] });
  expect(results.s).toContain("Read the notes.");
  expect(results.b).toContain(refusal);
  expect(stage.made("ran")).toBe(false);
});

test("a skill that the user calls by its name restricts until the user's next message", async () => {
  const stage = openStage();
  const turns = [[touch("b1", "ran1")], [], [touch("b2", "ran2")]];
  const results = await runClaude(stage, { turns, prompts: ["/reader now", "And now?"] });
  expect(results.b1).toContain(refusal);
  expect([stage.made("ran1"), stage.made("ran2")]).toEqual([false, true]);
});

test("a subagent is under the same restriction", async () => {
  const stage = openStage();
  await stage.session.activate({ skill: "chief", lifetime: "session" });
  const results = await runClaude(stage, { turns: [[task("t")]], subagent: [[touch("b", "ran")]] });
  expect(results.b).toContain("Tool 'Bash' not allowed by active skill 'chief'");
  expect(stage.made("ran")).toBe(false);
});

test("what the policy wants asked is put to a person even in the mode that asks nothing", async () => {
  const stage = openStage();
  const asked: unknown[] = [];
  const person: CanUseTool = async (tool, { command }) => {
    asked.push([tool, command]);
    return command === "touch asked1" ? { behavior: "allow" } : { behavior: "deny", message: "No." };
  };
  const results = await runClaude(stage, {
    turns: [[touch("y", "asked1")], [touch("n", "asked2")]],
    options: { canUseTool: canUseTool(stage.session, person) },
  });
  expect(asked).toEqual([
    ["Bash", "touch asked1"],
    ["Bash", "touch asked2"],
  ]);
  expect(results.n).toContain("No.");
  expect([stage.made("asked1"), stage.made("asked2")]).toEqual([true, false]);
  expect(summary(stage.events)).toEqual([
    "tool-call-allowed y",
    "tool-call-finished y true",
    "tool-call-allowed n",
    "tool-call-finished n false",
  ]);
});

test("with no one to ask, it does not run", async () => {
  const stage = openStage();
  await runClaude(stage, { turns: [[touch("b", "asked")]] });
  expect(stage.made("asked")).toBe(false);
});

test("an approved call is refused if a skill forbids it by then", async () => {
  const stage = openStage();
  const person: CanUseTool = async () => {
    await stage.session.activate({ skill: "reader" });
    return { behavior: "allow" };
  };
  const ask = canUseTool(stage.session, person);
  const results = await runClaude(stage, { turns: [[touch("b", "asked")]], options: { canUseTool: ask } });
  expect(firstLine(results.b)).toBe(refusal);
  expect(stage.made("asked")).toBe(false);
});

test("what the session allows still needs the user's own permission", async () => {
  const stage = openStage();
  const results = await runClaude(stage, {
    turns: [[touch("b", "ran")]],
    options: { permissionMode: "default", disallowedTools: ["Bash(touch:*)"] },
  });
  expect(results.b).toContain("denied");
  expect(stage.made("ran")).toBe(false);
  expect(summary(stage.events)).toEqual(["tool-call-allowed b", "tool-call-finished b false"]);
});

test("a hook that fails stops the call", async () => {
  const stage = openStage();
  const guard = async (): Promise<never> => {
    throw new Error("a bug");
  };
  await runClaude(stage, {
    turns: [[touch("b", "ran")]],
    options: { hooks: hooks({ ...stage.session, guard }) },
  });
  expect(stage.made("ran")).toBe(false);
});

function touch(id: string, file: string): ScriptedCall {
  return { id, tool: "Bash", input: { command: `touch ${file}`, description: "Makes a file" } };
}
function read(id: string): ScriptedCall {
  return { id, tool: "Read", input: { file_path: "notes.md" } };
}
function skill(id: string, name: string): ScriptedCall {
  return { id, tool: "Skill", input: { skill: name } };
}
function task(id: string): ScriptedCall {
  const input = {
    description: "Helps",
    prompt: "subagent",
    subagent_type: "general-purpose",
    run_in_background: false,
  };
  return { id, tool: "Agent", input };
}

function firstLine(text: string | undefined): string | undefined {
  return text?.split("\n")[0];
}

function summary(events: readonly AuditEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.event === "tool-call-finished") return [`${event.event} ${event.call} ${event.ok}`];
    return event.event === "tool-call-allowed" || event.event === "tool-call-denied"
      ? [`${event.event} ${event.call}`]
      : [];
  });
}

test("the example runs, and the guard refuses what the skill does not allow", async () => {
  const stage = openStage();
  const api = await startScriptedApi([
    [{ id: "s", tool: "Skill", input: { skill: "reader" } }],
    [{ id: "b", tool: "Bash", input: { command: "touch made" } }],
  ]);
  const { hooks: _hooks, mcpServers: _servers, ...options } = await createOptions(stage, api.url);
  await ask("Go.", { ...options, cwd: stage.workspace });
  await api.close();
  expect(api.results().b).toContain("not allowed by active skill 'reader'");
  expect(stage.made("made")).toBe(false);
});
