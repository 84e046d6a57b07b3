import { expect, test } from "vitest";
import type { SessionOptions } from "./session-options.ts";
import { createTestSession, skillText } from "./test-session.ts";

test("a fault while a skill is looked up is not taken for an unknown skill", () => {
  const { catalog } = createTestSession({});
  const find = (): never => {
    throw new TypeError("a fault");
  };
  const { session } = createTestSession({}, { catalog: { ...catalog, find } });
  expect(() => session.findSkill("pdf")).toThrow("a fault");
});

test("the model is that of the innermost skill that asks for one", async () => {
  const { session } = createTestSession({
    "outer/SKILL.md": skillText("outer", "model: large"),
    "inner/SKILL.md": skillText("inner", "model: small"),
    "plain/SKILL.md": skillText("plain"),
  });
  const models = [session.model()];
  for (const skill of ["outer", "inner", "plain"]) {
    await session.activate({ skill });
    models.push(session.model());
  }
  expect(models).toEqual([undefined, "large", "small", "small"]);
});

test("a session's start is recorded with its sandbox, and without one if there is none", async () => {
  const { session, events } = createTestSession({});
  await session.close();
  expect(events().map(({ event }) => event)).toEqual(["session-started", "session-ended"]);
  expect(events()[0]).not.toHaveProperty("parent");
});

test("a list with the home folder covers files there", async () => {
  const files = { "s/SKILL.md": skillText("s", "allowed-tools: Read(~/notes/**)") };
  const { workspace } = createTestSession({});
  const { session } = createTestSession(files, { home: workspace });
  await session.activate({ skill: "s" });
  expect(session.review("Read", { file_path: `${workspace}/notes/a` }).effect).toBe("allow");
  expect(session.review("Read", { file_path: `${workspace}/a` }).effect).toBe("deny");
});

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

test("a session has tools for files, and for writing skills, only if its host wants them", async () => {
  const namesOf = async (options: Partial<SessionOptions>): Promise<readonly string[]> => {
    const tools = await createTestSession({}, options).session.tools();
    return tools.map(({ name }) => name);
  };
  const base = await namesOf({});
  const beside = async (options: Partial<SessionOptions>): Promise<readonly string[]> =>
    (await namesOf(options)).filter((name) => !base.includes(name)).toSorted();
  const all = ["bash", "edit", "glob", "grep", "read", "write"];
  expect(await beside({ agentTools: true })).toEqual(all);
  expect(await beside({ agentTools: false })).toEqual([]);
  expect(await beside({ agentTools: { tools: ["read"] } })).toEqual(["read"]);
  const skillTools = { authoring: { into: "/skills" } };
  expect(await beside({ skillTools })).toEqual(["skills_draft", "skills_save", "skills_try"]);
  const saving = (options: Partial<SessionOptions>): string =>
    createTestSession({}, options).session.review("skills_save", {}).effect;
  expect([saving({}), saving({ skillTools })]).toEqual(["allow", "ask"]);
});
