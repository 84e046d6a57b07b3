import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@skillwright/core/text";
import { expect, test } from "vitest";
import { createUnconfinedSandbox } from "../sandbox/run-process.ts";
import { sessionLimits } from "./limits.ts";
import type { Session } from "./session.ts";
import { createTestSession, skillText } from "./test-session.ts";

const skills = {
  "reader/SKILL.md": skillText("reader", "allowed-tools: Read"),
  "writer/SKILL.md": skillText("writer", "allowed-tools: Read Write"),
  "free/SKILL.md": skillText("free"),
};

/** Calls one of the session's tools, as a model does. */
async function call(session: Session, tool: string, input: JsonObject): Promise<JsonObject> {
  const found = (await session.tools()).find(({ name }) => name === tool);
  return found?.call(input) ?? expect.fail(`no tool ${tool}`);
}

const load = (session: Session, name: string, args = ""): Promise<JsonObject> =>
  call(session, "skills_load", { name, args });
const leave = (session: Session, name?: string): Promise<JsonObject> =>
  call(session, "skills_deactivate", name === undefined ? {} : { name });
const mayRun = (session: Session, tool: string): boolean =>
  session.review(tool, { path: "a", command: "ls" }).effect === "allow";

test("loading a skill again with other arguments does not shorten its lifetime", async () => {
  const { session } = createTestSession(skills);
  await session.activate({ skill: "reader", lifetime: "session" });
  await load(session, "reader", "other");
  expect(session.active()).toMatchObject([{ name: "reader", lifetime: "session" }]);
  expect(await leave(session)).toMatchObject({
    data: { left: [], message: "The skill reader stays active for the whole session." },
  });
  await session.endTurn();
  expect(mayRun(session, "Bash")).toBe(false);
});

test("a longer lifetime requested for an active skill takes effect", async () => {
  const { session } = createTestSession(skills);
  await load(session, "reader");
  expect(await session.activate({ skill: "reader", lifetime: "session" })).toMatchObject({
    status: "already-active",
    skill: { lifetime: "session" },
  });
  await leave(session, "reader");
  expect(mayRun(session, "Bash")).toBe(false);
});

test.each(["intersection", "top"] as const)(
  "editing the list out of a skill and loading it again lifts nothing, with nesting %s",
  async (nesting) => {
    const { session, skills: folder } = createTestSession(skills, { nesting });
    await session.activate({ skill: "reader", lifetime: "session" });
    for (const head of ["", "allowed-tools: Bash", "allowed-tools: Read Bash"]) {
      writeFileSync(join(folder, "reader/SKILL.md"), skillText("reader", head));
      await load(session, "reader");
      expect(mayRun(session, "Bash")).toBe(false);
    }
    const left = await leave(session, "reader");
    expect(left).toMatchObject({
      data: {
        left: ["reader"],
        message: "Left reader. Still active: reader. The skill reader stays active for the whole session.",
      },
    });
    expect(mayRun(session, "Bash")).toBe(false);
    expect(mayRun(session, "Read")).toBe(true);
  },
);

test("an edited skill restricts besides its earlier version, and leaving it leaves both", async () => {
  const { session, skills: folder } = createTestSession(skills);
  await load(session, "reader");
  writeFileSync(join(folder, "reader/SKILL.md"), skillText("reader", "allowed-tools: Read Bash"));
  await load(session, "reader");
  const refusal = await session.guard("Bash", { command: "ls" }, () => "ran");
  expect(refusal).toMatchObject({
    ok: false,
    denial: { text: expect.stringContaining("Allowed tools: Read, and the skill tools.") },
  });
  expect(await leave(session)).toMatchObject({
    data: { left: ["reader"], message: "Left reader. No skill is active." },
  });
  expect(mayRun(session, "Bash")).toBe(true);
});

test("of an edited skill, the model gets the instructions and scripts of the version loaded last", async () => {
  const files = { ...skills, "reader/scripts/a.sh": "#!/bin/sh\necho ran\n" };
  const {
    session,
    catalog,
    skills: folder,
  } = createTestSession(files, { sandbox: createUnconfinedSandbox() });
  await load(session, "reader");
  writeFileSync(
    join(folder, "reader/SKILL.md"),
    skillText("reader", "allowed-tools: Read Bash", "New steps."),
  );
  const script = { name: "reader", script: "scripts/a.sh" };
  expect(await call(session, "skills_run_script", script)).toMatchObject({ errors: [expect.anything()] });
  catalog.refresh();
  await load(session, "reader");
  expect(await call(session, "skills_run_script", script)).toMatchObject({ errors: [] });
  expect(session.protectedContent()).toContain("New steps.");
  expect(session.protectedContent()).not.toContain("Follow the reader steps.");
});

test("only so many edited versions of a skill may be loaded", async () => {
  const { session, skills: folder } = createTestSession(skills);
  const answers: JsonObject[] = [];
  for (let count = 0; count < 6; count++) {
    writeFileSync(join(folder, "reader/SKILL.md"), skillText("reader", `allowed-tools: Read tool${count}`));
    answers.push(await load(session, "reader"));
  }
  expect(session.active()).toHaveLength(5);
  expect(answers.at(-1)).toMatchObject({
    errors: [{ message: expect.stringContaining("At most 5 skills") }],
  });
  expect(await load(session, "reader", "again")).toMatchObject({ errors: [expect.anything()] });
});

test("with nesting top, loading another skill does not cover one that lasts for the session", async () => {
  const { session } = createTestSession(skills, { nesting: "top" });
  await session.activate({ skill: "reader", lifetime: "session" });
  await load(session, "free");
  expect(mayRun(session, "Bash")).toBe(false);
});

test("a model cannot leave a skill that the user started, until the user's next message", async () => {
  const { session } = createTestSession(skills);
  await session.activate({ skill: "reader", trigger: "user" });
  await load(session, "writer");
  const kept = "The user started the skill reader: it stays active until the user's next message.";
  expect(await leave(session, "reader")).toMatchObject({ data: { left: [], message: kept } });
  expect(await leave(session)).toMatchObject({
    data: { left: ["writer"], message: `Left writer. Still active: reader. ${kept}` },
  });
  expect(await leave(session)).toMatchObject({ data: { left: [], message: kept } });
  const refusal = await session.guard("Bash", { command: "ls" }, () => "ran");
  expect(refusal).toMatchObject({ ok: false, denial: { text: expect.stringContaining(kept) } });
  await session.endTurn();
  expect(mayRun(session, "Bash")).toBe(true);
});

test("a skill that a model loaded is the user's once the user starts it", async () => {
  const { session } = createTestSession(skills);
  await load(session, "reader");
  await session.activate({ skill: "reader", trigger: "user" });
  await leave(session, "reader");
  expect(mayRun(session, "Bash")).toBe(false);
  await session.endTurn();
  expect(session.active()).toMatchObject([{ name: "reader", lifetime: "until-deactivated" }]);
  await leave(session, "reader");
  expect(session.active()).toEqual([]);
});

test("leaving an outer skill does not lift what the user started inside it", async () => {
  const { session } = createTestSession(skills);
  await load(session, "writer");
  await session.activate({ skill: "reader", trigger: "user" });
  expect(await leave(session, "writer")).toMatchObject({ data: { left: ["writer"] } });
  expect(mayRun(session, "Write")).toBe(false);
});

test("a model that names no skill leaves the innermost that it may leave", async () => {
  const { session } = createTestSession(skills);
  await load(session, "writer");
  await session.activate({ skill: "reader", trigger: "user" });
  expect(await leave(session)).toMatchObject({ data: { left: ["writer"] } });
  expect(mayRun(session, "Write")).toBe(false);
});

test("a refusal blames the skill whose list refuses, and no way out that does not exist", async () => {
  const { session, skills: folder } = createTestSession(skills);
  const refusal = async (): Promise<string> => {
    const result = await session.guard("Write", { path: "a" }, () => "ran");
    return result.ok ? expect.fail("it ran") : result.denial.text;
  };
  await load(session, "reader");
  await load(session, "writer");
  expect(await refusal()).toContain('skills_deactivate {"name":"reader"}');
  await session.deactivate("reader");
  await session.activate({ skill: "reader", lifetime: "session" });
  writeFileSync(join(folder, "reader/SKILL.md"), skillText("reader"));
  await load(session, "reader");
  expect(session.active()).toHaveLength(2);
  expect(await refusal()).toContain("Allowed tools: Read, and the skill tools.");
  expect(await refusal()).toContain("The skill reader stays active for the whole session.");
  expect(await refusal()).not.toContain("skills_deactivate {");
});

test("the host leaves what the user started, or lets the model leave it", async () => {
  const { session } = createTestSession(skills);
  await session.activate({ skill: "reader", trigger: "user" });
  expect(await session.deactivate("reader", { by: "model" })).toMatchObject({ left: [] });
  expect(await session.deactivate("reader")).toMatchObject({ left: ["reader"] });
  await session.activate({ skill: "reader", trigger: "user", leaver: "model" });
  expect(await leave(session, "reader")).toMatchObject({ data: { left: ["reader"] } });
});

test("a skill left in the same message frees the calls after it, and only those", async () => {
  const { session } = createTestSession(skills);
  await load(session, "reader");
  const tools = await session.tools();
  const deactivate = tools.find(({ name }) => name === "skills_deactivate");
  const write = (): Promise<boolean> =>
    session.guard("Write", { path: "a" }, () => "ran").then(({ ok }) => ok);
  const [before, , after] = await Promise.all([write(), deactivate?.call({}), write()]);
  expect([before, after]).toEqual([false, true]);
});

test("a call that waits for a person keeps its place before a skill that a later call loads", async () => {
  const answer = Promise.withResolvers<{ approved: boolean }>();
  const { session } = createTestSession(skills, {
    policy: { layer: { kind: "user", name: "user", ask: [{ text: "Bash", tool: "Bash" }] } },
    approver: () => answer.promise,
  });
  const tools = await session.tools();
  const skill = tools.find(({ name }) => name === "Skill");
  const order: string[] = [];
  const bash = session.guard("Bash", { command: "ls" }, () => order.push("bash"));
  const loaded = skill?.call({ skill: "reader" }).then(() => order.push("loaded"));
  const write = session.guard("Write", { path: "a" }, () => "ran");
  setTimeout(() => answer.resolve({ approved: true }), 20);
  expect(await bash).toMatchObject({ ok: true });
  expect(await write).toMatchObject({ ok: false });
  await loaded;
  expect(order).toEqual(["bash", "loaded"]);
});

test("a call that loads a skill stops waiting for a person when it is aborted or the session closes", async () => {
  const { session } = createTestSession(skills, {
    policy: { layer: { kind: "user", name: "user", ask: [{ text: "Bash", tool: "Bash" }] } },
    approver: () => new Promise(() => {}),
  });
  const skill = (await session.tools()).find(({ name }) => name === "Skill");
  const bash = session.guard("Bash", { command: "ls" }, () => "ran");
  const begun = performance.now();
  await skill?.call({ skill: "reader" }, { signal: AbortSignal.abort() });
  expect(performance.now() - begun).toBeLessThan(sessionLimits.callOrderMs / 2);
  expect(session.active()).toHaveLength(1);
  const waiting = skill?.call({ skill: "writer" });
  await session.close();
  expect(await bash).toMatchObject({ ok: false, denial: { text: expect.stringContaining("closed") } });
  expect(await waiting).toMatchObject({ success: expect.any(Boolean) });
});

test("a session closes while an activation waits for a person who never answers", async () => {
  const { session } = createTestSession(skills, {
    policy: { layer: { kind: "user", name: "user", ask: [{ text: "Skill", tool: "Skill" }] } },
    approver: () => new Promise(() => {}),
  });
  const activation = session.activate({ skill: "reader" });
  await session.close();
  expect(await activation).toMatchObject({ status: "refused", code: "denied" });
});
