import { openCatalog } from "@skillwright/core/node";
import { type Clock, createSession, type Session } from "@skillwright/runtime";
import { expect, test } from "vitest";
import { mcpLimits } from "../limits.ts";
import { type Conversations, createConversations } from "./conversations.ts";

type Made = {
  readonly conversations: Conversations;
  readonly opened: Session[];
  /** Lets time pass. */
  pass(ms: number): void;
};

function make(): Made {
  let elapsed = 0;
  let ids = 0;
  const clock: Clock = { now: () => elapsed, elapsed: () => elapsed, createId: () => `id-${ids++}` };
  const catalog = openCatalog({ roots: ["examples/skills"] });
  const opened: Session[] = [];
  const conversations = createConversations((host) => {
    const session = createSession({ catalog, ...host });
    opened.push(session);
    return session;
  }, clock);
  const pass = (ms: number): void => {
    elapsed += ms;
  };
  return { conversations, opened, pass };
}

const idOf = (conversations: Conversations, conversation: string, user = "ann"): Promise<string> =>
  conversations.within({ user, conversation }, async ({ session }) => session.id);

/** Loads a skill there; returns the session's id. */
function activate(conversations: Conversations, conversation: string): Promise<string> {
  return conversations.within({ user: "ann", conversation }, async ({ session }) => {
    await session.activate({ skill: "code-review", trigger: "user" });
    return session.id;
  });
}

test("calls of one conversation share a session, and others have their own", async () => {
  const { conversations } = make();
  const first = await idOf(conversations, "a");
  expect(await idOf(conversations, "a")).toBe(first);
  expect(await idOf(conversations, "b")).not.toBe(first);
});

test("an idle conversation expires and starts over", async () => {
  const { conversations, opened, pass } = make();
  const first = await idOf(conversations, "a");
  pass(mcpLimits.conversationIdleMs);
  expect(await idOf(conversations, "a")).toBe(first);
  pass(mcpLimits.conversationIdleMs + 1);
  expect(await idOf(conversations, "a")).not.toBe(first);
  expect(opened).toHaveLength(2);
});

test("a conversation on a connection lasts as long as the connection", async () => {
  const { conversations, pass } = make();
  const within = (): Promise<string> =>
    conversations.within({ conversation: "stdio", connected: true }, async ({ session }) => session.id);
  const first = await within();
  pass(mcpLimits.conversationIdleMs * 10);
  expect(await within()).toBe(first);
});

test("a conversation with a running call does not expire, however long the call takes", async () => {
  const { conversations, pass } = make();
  const first = await idOf(conversations, "a");
  let finish = (): void => {};
  const working = conversations.within({ user: "ann", conversation: "a" }, async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  pass(mcpLimits.conversationIdleMs * 2);
  await idOf(conversations, "b");
  expect(await idOf(conversations, "a")).toBe(first);
  finish();
  await working;
});

test("a conversation in which a skill is active outlasts a night, and not a day", async () => {
  const { conversations, pass } = make();
  const first = await activate(conversations, "a");
  pass(mcpLimits.conversationIdleMs * 10);
  expect(await idOf(conversations, "a")).toBe(first);
  pass(mcpLimits.restrictedIdleMs + 1);
  expect(await idOf(conversations, "a")).not.toBe(first);
});

test("the longest idle conversation without a skill makes room for another", async () => {
  const { conversations, pass } = make();
  const restricted = await activate(conversations, "restricted");
  const ids: string[] = [];
  for (let index = 1; index < mcpLimits.conversationsPerUser; index++) {
    pass(1);
    ids.push(await idOf(conversations, `a${index}`));
  }
  await idOf(conversations, "one-more");
  expect(await idOf(conversations, "restricted")).toBe(restricted);
  expect(await idOf(conversations, "a2")).toBe(ids[1]);
  expect(await idOf(conversations, "a1")).not.toBe(ids[0]);
});

test("if all conversations have active skills, the user gets no new one, but other users do", async () => {
  const { conversations } = make();
  for (let index = 0; index < mcpLimits.conversationsPerUser; index++)
    await activate(conversations, `a${index}`);
  await expect(idOf(conversations, "one-more")).rejects.toMatchObject({ code: "conversations-exhausted" });
  await expect(idOf(conversations, "bobs", "bob")).resolves.toMatch(/./);
  await expect(idOf(conversations, "a0")).resolves.toMatch(/./);
});

test("an ended conversation has no active skills", async () => {
  const { conversations } = make();
  const peer = { user: "ann", conversation: "a" };
  const activation = await conversations.within(peer, async ({ session }) => {
    const activated = await session.activate({ skill: "code-review", trigger: "user" });
    return activated.status === "activated" ? activated.skill.activation : expect.fail(activated.text);
  });
  expect(conversations.find(activation, peer)).toEqual(peer);
  expect(conversations.find(activation, { user: "bob", conversation: "a" })).toBeUndefined();
  await conversations.end("a");
  expect(conversations.find(activation, peer)).toBeUndefined();
});
