import { readdirSync, writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import type { ReportedCall } from "./agent-dialect.ts";
import { createTestGuard, policyOf, removeTestGuards, skill, type TestGuard } from "./test-guard.ts";

afterAll(removeTestGuards);

const none = { effect: "none" };
const skills = { reader: [skill("reader", "Read")], free: [skill("free")] };

function loading(name: string): ReportedCall {
  return {
    kind: "call",
    uses: [{ tool: "Bash", input: { command: `cat ${name}/SKILL.md` } }],
    loads: [name],
  };
}

function shell(guard: TestGuard, more: object): Promise<unknown> {
  return guard.call("Bash", { command: "touch x" }, more);
}

test("a call after one that loads a skill is refused, even if its hook comes first", async () => {
  const guard = createTestGuard({ skills });
  expect(await shell(guard, { earlier: [loading("reader")] })).toMatchObject({
    effect: "deny",
    reason: expect.stringContaining("not allowed by active skill 'reader'"),
  });
  expect(guard.events).toMatchObject([{ event: "tool-call-denied", skills: [{ name: "reader" }] }]);
});

test("the earlier call itself activates the skill: a call of another message is decided without it", async () => {
  const guard = createTestGuard({ skills });
  await shell(guard, { earlier: [loading("reader")] });
  expect(await shell(guard, {})).toEqual(none);
});

test("an earlier call that is refused loads nothing", async () => {
  const guard = createTestGuard({ skills, policy: [policyOf("user", { deny: "Skill(reader)" })] });
  expect(await shell(guard, { earlier: [loading("reader")] })).toEqual(none);
});

test("earlier calls are decided in their order, each under those before", async () => {
  const guard = createTestGuard({ skills });
  // The first one's list has no shell, so the second, which reads its skill with it, does not load it.
  const deny = await shell(guard, { earlier: [loading("reader"), loading("free")] });
  expect(deny).toMatchObject({ effect: "deny" });
  expect(guard.events).toMatchObject([{ skills: [{ name: "reader" }] }]);
  expect(await shell(guard, { earlier: [loading("free")] })).toEqual(none);
});

test("a sub-agent's skill holds its parent and the sub-agents below, and the parent's holds them", async () => {
  const guard = createTestGuard({ skills, agent: "copilot" });
  const call = (from: object, tool = "Bash", more: object = {}) =>
    guard.call(tool, { command: "ls" }, { ...from, ...more });
  const user = { session: "user" };
  const child = { session: "child", parent: "user" };
  const grandchild = { session: "grandchild", parent: "child" };
  for (const from of [child, grandchild]) expect(await call(from)).toEqual(none);
  expect(await call(grandchild, "Skill", { loads: ["reader"] })).toEqual(none);
  for (const from of [user, child, grandchild]) expect(await call(from)).toMatchObject({ effect: "deny" });
  for (const from of [{ session: "other" }, { session: "stranger", parent: "other" }])
    expect(await call(from)).toEqual(none);
});

test("a conversation that is its own parent needs no note of it", async () => {
  const guard = createTestGuard({ skills, agent: "copilot" });
  await guard.call("Skill", {}, { session: "user", parent: "user", loads: ["reader"] } as object);
  expect(await shell(guard, { session: "user", parent: "user" })).toMatchObject({ effect: "deny" });
  expect(readdirSync(guard.folder)).toHaveLength(1);
});

test("a damaged note of a sub-agent's parent refuses its calls", async () => {
  const guard = createTestGuard({ skills, agent: "copilot" });
  await guard.call("Bash", {}, { session: "child", parent: "user" } as object);
  const [file] = readdirSync(guard.folder).filter((name) => name.startsWith("copilot-parent-"));
  writeFileSync(`${guard.folder}/${file}`, "another");
  await expect(guard.call("Bash", {}, { session: "child", parent: "user" } as object)).rejects.toMatchObject({
    code: "state-unreadable",
  });
});

test("a call is decided after its turn has come", async () => {
  const order: string[] = [];
  const guard = createTestGuard({
    skills,
    host: {
      awaitTurn: async () => {
        await guard2.load("reader");
        order.push("earlier hook");
      },
    },
  });
  const guard2 = createTestGuard({ skills, host: { folder: guard.folder } });
  expect(await shell(guard, {})).toMatchObject({ effect: "deny" });
  expect(order).toEqual(["earlier hook"]);
});
