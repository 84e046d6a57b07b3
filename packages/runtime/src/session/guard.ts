import type { AuditSkill } from "@skillwright/core";
import { type AdmissionParts, type AdmittedCall, admitCall } from "./admit-call.ts";
import type { CallsUnderWay } from "./calls-under-way.ts";
import { copyInput } from "./copy-input.ts";
import { describeFailure, describeOutcome, type Outcome } from "./outcome.ts";
import type { MadeCall, Session } from "./session.ts";
import { createToolCall } from "./tool-call.ts";

/**
 * The one door to every tool. A call joins the queue the moment it is made, behind the activations made before it; it
 * is decided there, written down, run, and written down again.
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

/** Writes the outcome of a call down, once. */
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

/** Only a session that closes waits for the outcome to be written: it goes into the log in its order, often together with what comes next. */
function runRecorded<Value>(running: Promise<Value>, { finish, underWay }: Recording): Promise<Value> {
  const over = running.then(
    (value) => finish(describeOutcome(value)),
    (error: unknown) => finish(describeFailure(error)),
  );
  underWay.add({ over, finish });
  return running;
}

/** What every audit event about a call begins with. */
export function labelsOf(
  { id, tool }: MadeCall,
  skills: readonly AuditSkill[],
): { readonly call: string; readonly tool: string; readonly skills: readonly AuditSkill[] } {
  return { call: id, tool, skills };
}
