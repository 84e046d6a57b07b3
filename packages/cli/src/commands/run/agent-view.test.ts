import type { AuditEvent, AuditFact } from "@skillwright/core/audit";
import type { AgentEvent } from "@skillwright/runtime/agent";
import { expect, test } from "vitest";
import { createTestIo } from "../../test-io.ts";
import { type AgentView, createAgentView, type ViewOptions } from "./agent-view.ts";

function event(fact: AuditFact): AuditEvent {
  return { time: "2026-01-01T00:00:00.000Z", session: "s", ...fact };
}
const call = { call: "1", tool: "read", input: { path: "a.md" }, skills: [] };
const allowed = event({
  event: "tool-call-allowed",
  ...call,
  layer: "user",
  rule: "Read",
  reason: "allowed-by-rule",
});
const denied = event({
  event: "tool-call-denied",
  ...call,
  layer: "user",
  rule: "Read",
  reason: "denied-by-rule",
});
const called: AgentEvent = { type: "tool-called", ...call };
const failed: AgentEvent = { type: "tool-answered", call: "1", tool: "read", ok: false, output: "not there" };
const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 };
const stepFinished: AgentEvent = { type: "step-finished", step: 1, model: "m", usage };

async function seen(
  shows: ViewOptions["shows"],
  happen: (view: AgentView) => Promise<void>,
): Promise<{ out: string; err: string }> {
  const io = createTestIo();
  const view = createAgentView(io, { shows });
  await happen(view);
  await view.written();
  return io.written;
}

async function converse({ agent, session }: AgentView): Promise<void> {
  await agent({ type: "text", delta: "Let me " });
  await agent({ type: "text", delta: "see." });
  session(allowed);
  await agent(called);
  await agent(stepFinished);
  await agent({ type: "text", delta: "Done." });
  await agent(stepFinished);
}

test("text is streamed as it arrives, and status lines stay off its stream", async () => {
  expect(await seen("stream", converse)).toEqual({ out: "Let me see.\nDone.", err: "\n→ read a.md\n\n" });
});

test("without a terminal only intermediate text is shown; the command prints the answer", async () => {
  expect(await seen("answer", converse)).toEqual({ out: "", err: "Let me see.\n\n→ read a.md\n" });
});

test("a failed answer is shown at the end", async () => {
  const { err } = await seen("answer", async (view) => {
    await view.agent({ type: "text", delta: "Half an" });
    await view.agent(stepFinished);
    view.sayRest();
    view.block("It broke off.");
  });
  expect(err).toBe("Half an\n\nIt broke off.\n");
});

test("everything before a question is printed before it is asked", async () => {
  for (const shows of ["stream", "answer"] as const) {
    const { out, err } = await seen(shows, async ({ agent, session, makeRoom }) => {
      await agent({ type: "text", delta: "May I?" });
      const goOn = await makeRoom();
      session(allowed);
      goOn();
    });
    expect(out + err).toBe("May I?\n→ read a.md\n");
  }
});

test("while a question is open nothing is printed; output from that time follows afterwards", async () => {
  const io = createTestIo();
  const view = createAgentView(io, { shows: "stream" });
  const goOn = await view.makeRoom();
  view.session(allowed);
  const heard = view.agent({ type: "text", delta: "Others work." });
  await new Promise((resolve) => setImmediate(resolve));
  expect(io.written).toEqual({ out: "", err: "" });
  goOn();
  await heard;
  expect(io.written).toEqual({ out: "Others work.", err: "→ read a.md\n\n" });
});

test("text from before a retry does not count", async () => {
  const fault = { kind: "broken-stream", message: "It broke off." } as const;
  const { err } = await seen("answer", async ({ agent, sayRest }) => {
    await agent({ type: "text", delta: "Half an" });
    await agent({ type: "retrying", fault, attempt: 2, waitMs: 0 });
    sayRest();
  });
  expect(err).toBe("It broke off. Attempt 2 in 0 s.\n");
});

test("with only the answer requested, only blocks are shown", async () => {
  const quiet = await seen("nothing", async (view) => {
    await converse(view);
    view.sayRest();
    view.block("An error.");
  });
  expect(quiet).toEqual({ out: "", err: "An error.\n" });
});

test("a failed call is reported below it, a refusal once, and an unknown tool with its call", async () => {
  const afterAllowed = await seen("answer", async ({ agent, session }) => {
    session(allowed);
    await agent(called);
    await agent(failed);
  });
  expect(afterAllowed.err).toBe("→ read a.md\n  failed: not there\n");
  const afterDenied = await seen("answer", async ({ agent, session }) => {
    session(denied);
    await agent(called);
    await agent(failed);
  });
  expect(afterDenied.err).toBe("✗ read a.md\n  The rule Read of the user denies it. (user: Read)\n");
  const madeUp = await seen("answer", async ({ agent }) => {
    await agent(called);
    await agent(failed);
  });
  expect(madeUp.err).toBe("→ read a.md\n  failed: not there\n");
});

test("S3-40: a sub-agent's actions are indented under its skill's name, and its text is not shown", async () => {
  const { out, err } = await seen("stream", async ({ agent, session }) => {
    const started = { event: "subagent-started", activation: "a" } as const;
    session(event({ ...started, skill: { name: "survey", digest: "d" }, child: "s1", depth: 1 }));
    await agent({
      type: "subagent",
      skill: "survey",
      depth: 1,
      event: { type: "text", delta: "secret thoughts" },
    });
    session({ ...denied, session: "s1" });
    const deeper = { ...started, skill: { name: "deeper", digest: "d" }, child: "s2", depth: 2 };
    session({ ...event(deeper), session: "s1" });
    session({ ...allowed, session: "s2" });
    const inner: AgentEvent = {
      type: "subagent",
      skill: "deeper",
      depth: 2,
      event: { ...failed, call: "9" },
    };
    await agent({ type: "subagent", skill: "survey", depth: 1, event: inner });
    session(allowed);
  });
  expect(out).toBe("");
  expect(err).toBe(
    [
      "→ sub-agent survey",
      "  survey ✗ read a.md",
      "           The rule Read of the user denies it. (user: Read)",
      "  survey → sub-agent deeper",
      "    deeper → read a.md",
      "    deeper → read",
      "    deeper   failed: not there",
      "→ read a.md",
      "",
    ].join("\n"),
  );
});
