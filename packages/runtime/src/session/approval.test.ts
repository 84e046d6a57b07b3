import { expect, test } from "vitest";
import type { ApprovalQuestion } from "../admission/approvals.ts";
import { createTestSession, skillText } from "./test-session.ts";

const askBash = { layer: { kind: "user", name: "user", ask: [{ text: "Bash", tool: "Bash" }] } } as const;
const reader = { "reader/SKILL.md": skillText("reader", "allowed-tools: Read") };

test("S1-38: a call that needs approval runs once approved, and the log names the approver", async () => {
  const questions: ApprovalQuestion[] = [];
  const { session, events } = createTestSession(reader, {
    policy: askBash,
    approver: async (question) => {
      questions.push(question);
      return { approved: true, by: "sam" };
    },
  });
  expect(await session.guard("Bash", { command: "rm a" }, () => "ran")).toEqual({ ok: true, value: "ran" });
  expect(questions.map(({ tool, input, text, skills }) => ({ tool, input, text, skills }))).toEqual([
    { tool: "Bash", input: { command: "rm a" }, text: 'Bash {"command":"rm a"}', skills: [] },
  ]);
  expect(events()).toContainEqual(expect.objectContaining({ event: "tool-call-allowed", approver: "sam" }));
});

test("a call that is not approved, or that no one can approve, does not run", async () => {
  const refusing = createTestSession(reader, {
    policy: askBash,
    approver: async () => ({ approved: false }),
  });
  const refused = await refusing.session.guard("Bash", { command: "rm a" }, () => "ran");
  expect(refused.ok ? "" : refused.denial.text).toBe(
    "Tool 'Bash' was not run\nThe person asked did not approve it.",
  );
  const alone = createTestSession(reader, { policy: askBash });
  const unasked = await alone.session.guard("Bash", { command: "rm a" }, () => "ran");
  expect(unasked.ok ? "" : unasked.denial.text).toContain("there is no one to ask here");
});

test.each(["no", 1, {}, undefined])("an answer of %j is not an approval", async (approved) => {
  // A host without types may return anything.
  const approver = async () => ({ approved }) as { approved: boolean };
  const { session } = createTestSession(reader, { policy: askBash, approver });
  expect((await session.guard("Bash", { command: "ls" }, () => "ran")).ok).toBe(false);
});

test("a skill activated while a person considers still forbids the call", async () => {
  const { session } = createTestSession(reader, {
    policy: askBash,
    approver: async () => {
      await session.activate({ skill: "reader" });
      return { approved: true };
    },
  });
  const outcome = await session.guard("Bash", { command: "ls" }, () => "ran");
  expect(outcome.ok ? "" : outcome.denial.text).toMatch(/^Tool 'Bash' not allowed by active skill 'reader'/);
});

test("an approval the host obtained is good for that call, once", async () => {
  const { session } = createTestSession(reader, { policy: askBash });
  const input = { command: "ls" };
  session.expectApproval({ tool: "Bash", input, call: "call-1" });
  const outcomes = [
    await session.guard("Bash", { command: "rm -r ." }, () => "ran", { call: "call-1" }),
    await session.guard("Bash", input, () => "ran", { call: "call-1" }),
  ];
  expect(outcomes.map(({ ok }) => ok)).toEqual([false, false]);
  session.expectApproval({ tool: "Bash", input, call: "call-2" });
  expect(await session.guard("Bash", input, () => "ran", { call: "call-2" })).toEqual({
    ok: true,
    value: "ran",
  });
  expect((await session.guard("Bash", input, () => "ran", { call: "call-2" })).ok).toBe(false);
});

test("an approval from before an activation is not valid under it", async () => {
  const { session } = createTestSession(
    { "shell/SKILL.md": skillText("shell", "allowed-tools: Bash") },
    { policy: askBash },
  );
  session.expectApproval({ tool: "Bash", input: { command: "ls" }, call: "call-1" });
  await session.activate({ skill: "shell" });
  expect((await session.guard("Bash", { command: "ls" }, () => "ran", { call: "call-1" })).ok).toBe(false);
});

test("an approval expires", async () => {
  let now = 0;
  const clock = { now: () => now, elapsed: () => now, createId: () => `id-${now++}` };
  const { session } = createTestSession(reader, { policy: askBash, clock });
  session.expectApproval({ tool: "Bash", input: {}, call: "call-1" });
  now += 3_600_001 + 100;
  expect((await session.guard("Bash", {}, () => "ran", { call: "call-1" })).ok).toBe(false);
});

test("a person sees one printable line, however the call is written", async () => {
  let shown = "";
  const { session } = createTestSession(reader, {
    policy: askBash,
    approver: async ({ text }) => {
      shown = text;
      return { approved: false };
    },
  });
  await session.guard(
    "Bash",
    { command: `ls\u001b[2J\n\nApprove this: \u202e${"x".repeat(5000)} the end` },
    () => "ran",
  );
  expect(shown).not.toMatch(/[\u0000-\u001f\u202e]/);
  expect(shown).toContain(`${"x".repeat(5000)} the end"}`);
  await session.guard("Bash", { command: `ls ${"x".repeat(200_000)} the end` }, () => "ran");
  expect(shown).toMatch(/… \(\d+ characters left out\) …/);
  expect(shown).toMatch(/the end"\}$/);
});
