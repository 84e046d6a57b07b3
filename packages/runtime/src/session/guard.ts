import type { AuditSkill } from "@skillwright/core";
import { type AdmissionParts, type AdmittedCall, admitCall } from "./admit-call.ts";
import { copyInput } from "./copy-input.ts";
import { describeFailure, describeOutcome, type Outcome } from "./outcome.ts";
import type { Guarded, MadeCall, Session } from "./session.ts";
import { createToolCall } from "./tool-call.ts";

/**
 * The one door to every tool. A call joins the queue the moment it is made, behind the activations made before it; it
 * is decided there, written down, run, and written down again.
 */
export function createGuard(parts: AdmissionParts): Session["guard"] {
  // biome-ignore lint/complexity/useMaxParams: the shape in which every agent calls it: a tool, its input, its work.
  return async (tool, input, run, { call = parts.clock.createId(), signal } = {}) => {
    const admission = await admitCall({ id: call, tool, input: copyInput(input) }, parts);
    if (!admission.ok) return admission;
    const context = createToolCall(admission.value, signal, parts);
    const work = (final: unknown): ReturnType<typeof run> => {
      signal?.throwIfAborted();
      return run(final, context);
    };
    return runRecorded(admission.value, work, parts);
  };
}

type Run<Value> = (input: unknown) => Promise<Value> | Value;

async function runRecorded<Value>(
  { call, skills }: AdmittedCall,
  run: Run<Value>,
  { clock, recorder, hooks }: AdmissionParts,
): Promise<Guarded<Value>> {
  const started = clock.elapsed();
  // Nobody waits for the outcome to be written: it goes into the log in its order, often together with what comes next.
  const finish = (outcome: Outcome): void => {
    const durationMs = Math.round(clock.elapsed() - started);
    void recorder.recordAfter({
      event: "tool-call-finished",
      ...labelsOf(call, skills),
      durationMs,
      ...outcome,
    });
  };
  const value = await runOrRecord(
    () => run(call.input),
    (error) => finish(describeFailure(error)),
  );
  finish(describeOutcome(value));
  const note = await hooks.after(call, value);
  return { ok: true, value, ...(note === undefined ? {} : { note }) };
}

async function runOrRecord<Value>(
  run: () => Promise<Value> | Value,
  record: (error: unknown) => void,
): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    record(error);
    throw error;
  }
}

/** What every audit event about a call begins with. */
export function labelsOf(
  { id, tool }: MadeCall,
  skills: readonly AuditSkill[],
): { readonly call: string; readonly tool: string; readonly skills: readonly AuditSkill[] } {
  return { call: id, tool, skills };
}
