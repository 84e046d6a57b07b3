import type { Decision } from "@skillwright/core/policy";
import { expect, test } from "vitest";
import { defineFunction } from "../tools/function-tool.ts";
import { type Admission, admit, type Checkpoint, type Ruling } from "./admit.ts";
import type { ToolCall } from "./tool-call.ts";

const call = { id: "1", tool: "Bash", input: { command: "ls" } };
const allow: Decision = { effect: "allow", layer: "user", rule: "Bash", reason: "allowed-by-rule" };
const ask: Decision = { ...allow, effect: "ask", reason: "asked-by-rule" };

/** A checkpoint that writes down its steps. */
function createCheckpoint(
  decision: Decision,
  more: Partial<Checkpoint<Ruling>> = {},
): Checkpoint<Ruling> & { readonly steps: readonly string[] } {
  const steps: string[] = [];
  return {
    steps,
    decide: () => {
      steps.push("decide");
      return { decision };
    },
    approver: {
      digest: ({ input }) => JSON.stringify(input),
      ask: async ({ input }) => {
        steps.push("ask");
        return { digest: JSON.stringify(input), by: "alice" };
      },
    },
    log: {
      admitted: async (_, approver) => void steps.push(`record ${approver}`),
      refused: async (refusal) => void steps.push(`refuse ${refusal.decision.reason}`),
    },
    ...more,
  };
}

test("an allowed call is decided and recorded", async () => {
  const checkpoint = createCheckpoint(allow);
  expect(await admit(call, checkpoint)).toMatchObject({ ok: true, admission: { call } });
  expect(checkpoint.steps).toEqual(["decide", "record undefined"]);
});

test("a call that needs approval is asked about, and decided again with the answer", async () => {
  const checkpoint = createCheckpoint(ask);
  expect((await admit(call, checkpoint)).ok).toBe(true);
  expect(checkpoint.steps).toEqual(["decide", "ask", "decide", "record alice"]);
});

test("an approval of different input does not count", async () => {
  const approver = { digest: () => "now", ask: async () => ({ digest: "before", by: "alice" }) };
  const checkpoint = createCheckpoint(ask, { approver });
  expect(await admit(call, checkpoint)).toMatchObject({
    ok: false,
    refusal: { decision: { effect: "deny", reason: "unsettled" } },
  });
});

test("an error while deciding denies the call only if the error is ours", async () => {
  const broken = createCheckpoint(allow, {
    decide: () => {
      throw new TypeError("a bug");
    },
  });
  await expect(admit(call, broken)).rejects.toThrow("a bug");
});

// The gate is a type: none of this compiles without the comments.
test("without an admission no tool can be called", () => {
  const tool = defineFunction({ name: "f", description: "", parameters: [], run: () => ({}) });
  // @ts-expect-error A tool call needs an admission.
  const withoutAdmission: ToolCall = { resolvePath: () => undefined };
  // @ts-expect-error An admission needs a brand that only `admit.ts` has.
  const forged: Admission = { call, ruling: { decision: allow } };
  // @ts-expect-error A tool does not run without a call.
  const run = (): unknown => tool.run({});
  expect([withoutAdmission, forged, run]).toHaveLength(3);
});
