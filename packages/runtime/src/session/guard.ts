import { decide, policyLimits } from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
import { admit, type CallRequest, type Checkpoint } from "../admission/admit.ts";
import { type CallRuling, createToolCall, labelsOf } from "../admission/tool-call.ts";
import { createDenial } from "./active-skills.ts";
import { type RunningCalls, recordOutcome } from "./running-calls.ts";
import type { Session } from "./session.ts";
import type { SessionParts } from "./session-parts.ts";

/**
 * The single entry to every tool. A call joins the queue when it is made, behind earlier activations; there it is admitted and
 * recorded, then it runs, and its outcome is recorded.
 */
export function createGuard(parts: SessionParts, running: RunningCalls): Session["guard"] {
  const checkpoint = callCheckpoint(parts);
  // biome-ignore lint/complexity/useMaxParams: the shape in which every agent calls it: a tool, its input, its work.
  return async (tool, input, run, { call = parts.clock.createId(), signal } = {}) => {
    const verdict = await admit({ id: call, tool, input: copyInput(input) }, checkpoint);
    if (!verdict.ok) return { ok: false, denial: createDenial(verdict.refusal, parts.active.list()) };
    const { admission } = verdict;
    const ending = signal === undefined ? running.closing : AbortSignal.any([signal, running.closing]);
    const context = createToolCall(admission, ending, parts.recorder);
    const work = async (): Promise<Awaited<ReturnType<typeof run>>> => {
      signal?.throwIfAborted();
      return await run(admission.call.input, context);
    };
    const value = await recordOutcome(work(), { admission, running, parts });
    const note = await parts.hooks.after(admission.call, value);
    return { ok: true, value, ...compact({ note }) };
  };
}

/** What a call of a session must pass: the layers in force, the hooks of active skills, the session's approver, the log. */
function callCheckpoint(parts: SessionParts): Checkpoint<CallRuling> {
  const { queue, hooks, approvals, recorder, active } = parts;
  return {
    exclusively: queue,
    decide: (call) => ruleOn(call, parts),
    hooks,
    approver: approvals,
    log: {
      admitted: ({ call, ruling: { decision, skills } }, approver) => {
        const { effect: _, ...rule } = decision;
        const labels = labelsOf(call, skills);
        return recorder.record({
          event: "tool-call-allowed",
          ...labels,
          input: call.input,
          ...rule,
          ...compact({ approver }),
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
  return { decision: decide(request, layers), request, layers, skills: parts.active.labels() };
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
