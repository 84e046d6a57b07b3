import type { AuditSkill } from "@skillwright/core/audit";
import { type AdmissionParts, type AdmittedCall, admitCall } from "./admit-call.ts";
import type { CallsUnderWay } from "./calls-under-way.ts";
import { copyInput } from "./copy-input.ts";
import { describeFailure, describeOutcome, type Outcome } from "./outcome.ts";
import type { MadeCall, Session } from "./session.ts";
import { createToolCall } from "./tool-call.ts";

/**
 * The single entry to every tool. A call joins the queue when it is made, behind earlier activations; there it is
 * decided and recorded, then it runs, and its outcome is recorded.
 */
export function createGuard(parts: AdmissionParts, underWay: CallsUnderWay): Session["guard"] {
  const { closing } = underWay;
  // biome-ignore lint/complexity/useMaxParams: the shape in which every agent calls it: a tool, its input, its work.
  return async (tool, input, run, { call = parts.clock.createId(), signal } = {}) => {
    const admission = await admitCall({ id: call, tool, input: copyInput(input) }, parts);
    if (!admission.ok) return admission;
    const ending = signal === undefined ? closing : AbortSignal.any([signal, closing]);
    const context = createToolCall(admission.value, ending, parts);
    const work = async (): Promise<Awaited<ReturnType<typeof run>>> => {
      signal?.throwIfAborted();
      return await run(admission.value.call.input, context);
    };
    const finish = createFinish(admission.value, parts);
    const value = await runRecorded(work(), { finish, underWay });
    const note = await parts.hooks.after(admission.value.call, value);
    return { ok: true, value, ...(note === undefined ? {} : { note }) };
  };
}

type Finish = (outcome: Outcome) => Promise<void>;

/** Records the outcome of a call, once. */
function createFinish({ call, skills }: AdmittedCall, { clock, recorder }: AdmissionParts): Finish {
  const started = clock.elapsed();
  let finished: Promise<void> | undefined;
  return (outcome) => {
    const durationMs = Math.round(clock.elapsed() - started);
    const event = { event: "tool-call-finished", ...labelsOf(call, skills), durationMs, ...outcome } as const;
    finished ??= recorder.recordAfter(event);
    return finished;
  };
}

type Recording = { readonly finish: Finish; readonly underWay: CallsUnderWay };

/**
 * Only closing the session waits for this record: the log keeps the order, often writing it together with the next
 * record.
 */
function runRecorded<Value>(running: Promise<Value>, { finish, underWay }: Recording): Promise<Value> {
  const over = running.then(
    (value) => finish(describeOutcome(value)),
    (error: unknown) => finish(describeFailure(error)),
  );
  underWay.add({ over, finish });
  return running;
}

/** The common fields of audit events about a call. */
export function labelsOf(
  { id, tool }: MadeCall,
  skills: readonly AuditSkill[],
): { readonly call: string; readonly tool: string; readonly skills: readonly AuditSkill[] } {
  return { call: id, tool, skills };
}
