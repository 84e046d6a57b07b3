import { decide, decideAdvised, policyLimits } from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
import { admit, type CallRequest, type Checkpoint, type Verdict } from "../admission/admit.ts";
import { toWouldDeny } from "../admission/refusal.ts";
import { type CallRuling, createToolCall, labelsOf, type ToolCall } from "../admission/tool-call.ts";
import { createDenial } from "./active-skills.ts";
import { findRevoked } from "./revoke-skills.ts";
import { type RunningCalls, recordOutcome } from "./running-calls.ts";
import type { Guarded, Session } from "./session.ts";
import type { SessionParts } from "./session-parts.ts";

/**
 * The single entry to every tool. A call takes its place in the order when it is made, behind earlier changes; there it is
 * admitted and recorded, then it runs, and its outcome is recorded.
 */
export function createGuard(parts: SessionParts, running: RunningCalls): Session["guard"] {
  const checkpoint = callCheckpoint(parts);
  // biome-ignore lint/complexity/useMaxParams: the shape in which every agent calls it: a tool, its input, its work.
  return async (tool, input, run, { call = parts.clock.createId(), signal } = {}) => {
    const request = { id: call, tool, input: copyInput(input) };
    const verdict = await parts.order.admit(() => admit(request, checkpoint));
    return runAdmitted(verdict, { run, signal }, { parts, running });
  };
}

/**
 * The guard for a tool that changes what is active: the whole call happens in the order, so that the calls after it are decided
 * on what it leaves.
 */
export function createOrderedGuard(parts: SessionParts, running: RunningCalls): Session["guard"] {
  const checkpoint = callCheckpoint(parts);
  // biome-ignore lint/complexity/useMaxParams: as above.
  return async (tool, input, run, { call = parts.clock.createId(), signal } = {}) => {
    const request = { id: call, tool, input: copyInput(input) };
    return parts.order.changeByCall(async () => {
      const verdict = await admit(request, checkpoint);
      return runAdmitted(verdict, { run, signal }, { parts, running });
    }, signal);
  };
}

type Work<Value> = {
  readonly run: (input: unknown, call: ToolCall) => Promise<Value> | Value;
  readonly signal: AbortSignal | undefined;
};

async function runAdmitted<Value>(
  verdict: Verdict<CallRuling>,
  { run, signal }: Work<Value>,
  { parts, running }: { readonly parts: SessionParts; readonly running: RunningCalls },
): Promise<Guarded<Value>> {
  if (!verdict.ok) return { ok: false, denial: createDenial(verdict.refusal, parts.active.list()) };
  const { admission } = verdict;
  const stopped = running.stopping();
  const ending = signal === undefined ? stopped : AbortSignal.any([signal, stopped]);
  const context = createToolCall(admission, ending, parts.recorder);
  const work = async (): Promise<Value> => {
    signal?.throwIfAborted();
    return await run(admission.call.input, context);
  };
  const value = await recordOutcome(work(), { admission, running, parts });
  const note = await parts.hooks.after(admission.call, value);
  return { ok: true, value, ...compact({ note }) };
}

/** What a call of a session must pass: the layers in force, the hooks of active skills, the session's approver, the log. */
function callCheckpoint(parts: SessionParts): Checkpoint<CallRuling> {
  const { hooks, approvals, recorder, active } = parts;
  return {
    decide: (call) => ruleOn(call, parts),
    hooks,
    approver: approvals,
    log: {
      admitted: ({ call, ruling: { decision, skills, request, layers } }, approver) => {
        const { effect: _, ...rule } = decision;
        const labels = labelsOf(call, skills);
        return recorder.record({
          event: "tool-call-allowed",
          ...labels,
          input: call.input,
          ...rule,
          ...compact({ approver }),
          ...toWouldDeny(decideAdvised(request, layers)),
        });
      },
      refused: ({ call, decision: { effect: _, ...rule } }) => {
        const labels = labelsOf(call, active.labels());
        return recorder.recordAfter({ event: "tool-call-denied", ...labels, input: call.input, ...rule });
      },
    },
  };
}

/** What the layers in force now say about a call. */
export function ruleOn({ tool, input }: Omit<CallRequest, "id">, parts: SessionParts): CallRuling {
  const request = parts.toRequest(tool, input);
  const layers = parts.active.layers();
  const decision = findRevoked(tool, parts) ?? decide(request, layers);
  return { decision, request, layers, skills: parts.active.labels() };
}

/**
 * A copy of a tool's input: what is decided on is what is recorded and run, even if the original changes in the meantime.
 * Copies plain data, reading each field once; other objects are kept.
 */
export function copyInput(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > policyLimits.requestDepth * 4) return value;
  if (Array.isArray(value)) return value.map((item) => copyInput(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyInput(inner, depth + 1)]));
}
