import { afterAll, expect, test } from "vitest";
import { createTestLease, revoke } from "../lease/test-lease.ts";
import type { FoundSkill } from "./judge-parts.ts";
import { createTestGuard, removeTestGuards, type TestGuardOptions } from "./test-guard.ts";

afterAll(removeTestGuards);

const digestOf = (letter: string): string => `sha256:${letter.repeat(64)}`;
const pdf: FoundSkill = { name: "pdf", directory: "/skills/pdf", digest: digestOf("a"), version: "1.0.0" };

function open(options: TestGuardOptions = {}) {
  const lease = createTestLease();
  lease.issue();
  // A hook is a process of its own, without signatures.
  const { guard: _, ...rest } = lease;
  const guard = createTestGuard({
    skills: { pdf: [pdf] },
    ...options,
    host: { lease: lease.open({ verify: undefined } as object) },
  });
  return { ...guard, lease: rest };
}

test("a revoked skill is not loaded by a model", async () => {
  const { load, lease, events } = open();
  expect(await load("pdf")).toEqual({ effect: "none" });
  lease.issue(revoke("pdf"));
  expect(await load("pdf")).toMatchObject({ effect: "deny", reason: expect.stringContaining("It leaks.") });
  expect(events.at(-1)).toMatchObject({ event: "tool-call-denied", reason: "skill-revoked" });
});

test("a revoked skill that the user names blocks the turn", async () => {
  const { prompt, call, lease, events } = open();
  lease.issue(revoke("pdf"));
  expect(await prompt("pdf")).toMatchObject({
    effect: "deny",
    reason: expect.stringContaining("was revoked"),
  });
  expect(events.at(-1)).toMatchObject({ event: "skill-refused", skill: "pdf", reason: "skill-revoked" });
  expect(await call("Read", { file_path: "a" })).toMatchObject({ effect: "deny" });
  await prompt();
  expect(await call("Read", { file_path: "a" })).toEqual({ effect: "none" });
});

test.each(["turn", "session"] as const)(
  "calls under a skill that is revoked meanwhile are refused until the next message (%s)",
  async (lifetime) => {
    const { load, prompt, call, lease, events } = open({ lifetime });
    await load("pdf");
    expect(await call("Read", { file_path: "a" })).toEqual({ effect: "none" });
    lease.issue(revoke("pdf"));
    const refused = await call("Read", { file_path: "a" });
    expect(refused).toMatchObject({
      effect: "deny",
      reason: expect.stringMatching(/It leaks\. Nothing runs until/),
    });
    expect(events.at(-1)).toMatchObject({
      ...{ event: "tool-call-denied", reason: "skill-revoked" },
      skills: [{ name: "pdf", digest: pdf.digest }],
    });
    await prompt();
    expect(events.at(-1)).toMatchObject({ event: "skill-deactivated" });
    expect(await call("Read", { file_path: "a" })).toEqual({ effect: "none" });
  },
);

test("the version of an active skill is remembered between hooks", async () => {
  const { load, call, lease } = open();
  await load("pdf");
  lease.issue({ revocations: [{ id: "r", kind: "version", value: "pdf@1.0.0", message: "" }] });
  expect(await call("Read", { file_path: "a" })).toMatchObject({ effect: "deny" });
});

const deployed = (digest: string) => ({
  deployments: [
    { id: "d", name: "pdf", version: "2.0.0", digest, publisher: "bob", archive: { digest, size: 1 } },
  ],
});

test("other content of a deployed name is not loaded", async () => {
  const { load, lease } = open();
  lease.issue(deployed(digestOf("b")));
  expect(await load("pdf")).toMatchObject({
    effect: "deny",
    reason: expect.stringContaining("not what your organization"),
  });
});

test("the managed skill wins over the project's where the agent says so, and not elsewhere", async () => {
  for (const agent of ["claude-code", "codex"] as const) {
    const skills: FoundSkill[] = [pdf];
    const { load, lease } = open({ agent, skills: { pdf: skills } });
    skills.push({ ...pdf, digest: digestOf("b"), directory: `${lease.folder}/current/skills/pdf` });
    lease.issue(deployed(digestOf("b")));
    expect((await load("pdf")).effect).toBe(agent === "claude-code" ? "none" : "deny");
  }
});
