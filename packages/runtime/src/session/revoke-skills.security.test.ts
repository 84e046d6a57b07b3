import { expect, test, vi } from "vitest";
import { createTestLease, revoke } from "../lease/test-lease.ts";
import { createUnconfinedSandbox } from "../sandbox/run-process.ts";
import { createTestSession, skillText } from "./test-session.ts";

const files = {
  "pdf/SKILL.md": skillText("pdf", "allowed-tools: Read"),
  "other/SKILL.md": skillText("other", "allowed-tools: Read Grep"),
};

async function open(more = {}) {
  const lease = createTestLease();
  lease.issue();
  const test = createTestSession({ ...files, ...more }, { lease: lease.guard });
  return { ...test, lease, read: () => test.session.guard("Read", { file_path: "a" }, () => "read") };
}

test("a revoked skill is not activated, and the audit log says why", async () => {
  const { session, lease, events } = await open();
  lease.issue(revoke("pdf", "Use the new one."));
  expect(await session.activate({ skill: "pdf", trigger: "user" })).toEqual({
    status: "refused",
    code: "revoked",
    text: "The skill pdf was revoked by your organization: Use the new one.",
  });
  expect(events()).toContainEqual(
    expect.objectContaining({ event: "skill-refused", skill: "pdf", reason: "revoked" }),
  );
  expect(await session.activate({ skill: "other", trigger: "user" })).toMatchObject({ status: "activated" });
});

test("the next call after a revocation is refused, and the activation ends by itself", async () => {
  const { session, lease, events, read } = await open();
  await session.activate({ skill: "pdf", trigger: "user" });
  expect(await read()).toMatchObject({ ok: true });
  lease.issue(revoke("pdf"));
  expect(await read()).toMatchObject({
    ok: false,
    denial: {
      decision: { effect: "deny", reason: "skill-revoked" },
      text: "Tool 'Read' was not run\nThe skill pdf was revoked by your organization: It leaks.",
    },
  });
  expect(events().at(-1)).toMatchObject({
    event: "tool-call-denied",
    reason: "skill-revoked",
    skills: [{ name: "pdf" }],
  });
  await vi.waitFor(() => expect(session.active()).toEqual([]), { timeout: 5000 });
  expect(events()).toContainEqual(expect.objectContaining({ event: "skill-deactivated", reason: "revoked" }));
});

test("the end lifts no restriction: until the turn ends nothing runs, since the model still knows the instructions", async () => {
  const { session, lease, read } = await open();
  await session.activate({ skill: "pdf", trigger: "user" });
  lease.issue(revoke("pdf"));
  await vi.waitFor(() => expect(session.active()).toEqual([]), { timeout: 5000 });
  expect(await read()).toMatchObject({ ok: false, denial: { decision: { reason: "skill-revoked" } } });
  expect(session.protectedContent()).toBe("");
  expect((await session.deactivate("pdf", { by: "model" })).left).toEqual([]);
  await session.endTurn();
  expect(await read()).toMatchObject({ ok: true });
});

test("a skill that lasts for the session is forgotten at the end of the turn, and its end is recorded once", async () => {
  const { session, lease, events, read } = await open();
  await session.activate({ skill: "pdf", trigger: "user", lifetime: "session" });
  lease.issue(revoke("pdf"));
  await vi.waitFor(() => expect(session.active()).toEqual([]), { timeout: 5000 });
  await session.endTurn();
  expect(await read()).toMatchObject({ ok: true });
  await session.close();
  expect(events().filter(({ event }) => event === "skill-deactivated")).toHaveLength(1);
});

test("a model may leave a skill that it started, and may list and load others", async () => {
  const { session, lease, read } = await open();
  await session.activate({ skill: "pdf" });
  lease.issue(revoke("pdf"));
  expect(session.review("skills_list", {})).toMatchObject({ effect: "allow" });
  expect(session.review("skills_run_script", { name: "pdf", script: "x" })).toMatchObject({
    reason: "skill-revoked",
  });
  expect((await session.deactivate("pdf", { by: "model" })).left).toEqual(["pdf"]);
  expect(await read()).toMatchObject({ ok: true });
});

test("after the revocation is undone, the skill can be activated again", async () => {
  const { session, lease, read } = await open();
  await session.activate({ skill: "pdf", trigger: "user" });
  lease.issue(revoke("pdf"));
  await vi.waitFor(() => expect(session.active()).toEqual([]), { timeout: 5000 });
  lease.issue();
  expect(await read()).toMatchObject({ ok: false });
  expect(await session.activate({ skill: "pdf", trigger: "user" })).toMatchObject({ status: "activated" });
  expect(await read()).toMatchObject({ ok: true });
});

test("calls that run are stopped", async () => {
  const { session, lease } = await open();
  await session.activate({ skill: "pdf", trigger: "user" });
  const stopped = session.guard("Read", { file_path: "a" }, (_, { signal }) => {
    lease.issue(revoke("pdf"));
    return new Promise<string>((resolve) => signal?.addEventListener("abort", () => resolve("stopped")));
  });
  expect(await stopped).toMatchObject({ ok: true, value: "stopped" });
});

test("the end hooks of a revoked skill do not run", async () => {
  const lease = createTestLease();
  lease.issue();
  const { session, events } = createTestSession(
    {
      "pdf/SKILL.md": skillText("pdf", "hooks:\n  post: scripts/post.sh"),
      "pdf/scripts/post.sh": "#!/bin/sh\ntrue\n",
    },
    { lease: lease.guard, sandbox: createUnconfinedSandbox() },
  );
  expect(await session.activate({ skill: "pdf", trigger: "user" })).toMatchObject({ status: "activated" });
  lease.issue(revoke("pdf"));
  await vi.waitFor(() => expect(session.active()).toEqual([]), { timeout: 5000 });
  await session.endTurn();
  await session.close();
  expect(events().filter(({ event }) => event === "hook-started")).toEqual([]);
});

test("a sub-agent stops when a skill around it is revoked", async () => {
  const lease = createTestLease();
  lease.issue();
  let outcome: unknown;
  const { session } = createTestSession(
    { ...files, "forked/SKILL.md": skillText("forked", "context: fork") },
    {
      lease: lease.guard,
      runSubagent: async ({ session: child }) => {
        lease.issue(revoke("other"));
        outcome = await child.guard("Read", { file_path: "a" }, () => "read");
        return { text: "" };
      },
    },
  );
  await session.activate({ skill: "other", trigger: "user" });
  await session.activate({ skill: "forked", trigger: "user" });
  expect(outcome).toMatchObject({ ok: false, denial: { decision: { reason: "skill-revoked" } } });
});

test("other content than the deployed one is not activated", async () => {
  const { session, lease } = await open();
  const digest = `sha256:${"0".repeat(64)}`;
  lease.issue({
    deployments: [
      { id: "d", name: "pdf", version: "2.0.0", digest, publisher: "bob", archive: { digest, size: 1 } },
    ],
  });
  expect(await session.activate({ skill: "pdf", trigger: "user" })).toMatchObject({ code: "not-deployed" });
});
