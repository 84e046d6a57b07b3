import { describe, expect, test } from "vitest";
import type { AuditEvent, AuditSink } from "./audit-event.ts";

type Kind<Name extends AuditEvent["event"]> = Extract<AuditEvent, { readonly event: Name }>;

/** An allowed call of a shell command. */
export function allowedCall(call: string, command = "git status"): Kind<"tool-call-allowed"> {
  return {
    time: "2026-01-13T10:30:00.000Z",
    session: "session-1",
    user: "alice",
    event: "tool-call-allowed",
    call,
    tool: "Bash",
    skills: [{ name: "deploy-to-k8s", digest: `sha256:${"a".repeat(64)}` }],
    layer: "skill deploy-to-k8s",
    rule: "Bash(git:*)",
    reason: "on-the-list",
    input: { command },
  };
}

/** How the call ended. */
export function finishedCall(call: string): Kind<"tool-call-finished"> {
  return {
    time: "2026-01-13T10:30:45.000Z",
    session: "session-1",
    user: "alice",
    event: "tool-call-finished",
    call,
    tool: "Bash",
    skills: [{ name: "deploy-to-k8s", digest: `sha256:${"a".repeat(64)}` }],
    ok: true,
    durationMs: 45_000,
    exitCode: 0,
    output: "done",
  };
}

export type SinkUnderTest = {
  readonly sink: AuditSink;
  /** What it stored, as far as an outside reader can see. */
  readonly kept: () => readonly object[];
};

/** The contract of every audit sink. */
export function describeAuditSink(name: string, create: () => SinkUnderTest): void {
  describe(name, () => {
    test("an event is kept once its append is done", async () => {
      const { sink, kept } = create();
      await sink.append(allowedCall("1"));
      expect(kept()).toMatchObject([allowedCall("1")]);
      await sink.close();
    });

    test("events appended at once are kept in the order of the calls", async () => {
      const { sink, kept } = create();
      const calls = Array.from({ length: 50 }, (_, index) => String(index));
      await Promise.all(calls.map((call) => sink.append(allowedCall(call))));
      expect(kept()).toMatchObject(calls.map((call) => ({ call })));
      await sink.close();
    });

    test("an intent and its outcome appended one after the other keep their order", async () => {
      const { sink, kept } = create();
      await sink.append(allowedCall("1"));
      await sink.append(finishedCall("1"));
      expect(kept()).toMatchObject([{ event: "tool-call-allowed" }, { event: "tool-call-finished" }]);
      await sink.close();
    });

    test("texts in any script come back unchanged", async () => {
      const { sink, kept } = create();
      const command = 'echo "é 技能 🙂 \u202e \u001b[31m \\ \n" \u2028 \u007f';
      await sink.append(allowedCall("1", command));
      expect(kept()).toMatchObject([{ input: { command } }]);
      await sink.close();
    });

    test("a flush without events and a second close succeed", async () => {
      const { sink, kept } = create();
      await sink.flush();
      await sink.append(allowedCall("1"));
      await Promise.all([sink.flush(), sink.flush()]);
      await sink.close();
      await sink.close();
      expect(kept()).toHaveLength(1);
    });

    test("events appended before a close are kept, later ones are refused", async () => {
      const { sink, kept } = create();
      const pending = sink.append(allowedCall("1"));
      await sink.close();
      await pending;
      await expect(sink.append(allowedCall("2"))).rejects.toMatchObject({ code: "audit-unavailable" });
      expect(kept()).toMatchObject([{ call: "1" }]);
    });
  });
}
