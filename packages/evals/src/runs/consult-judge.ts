import type { AskOptions, Consulted } from "../judging/consult-model.ts";
import type { EvalJudge } from "./eval-outcome.ts";
import type { EvalSession } from "./running.ts";

/** Calls the judge and counts its failures. An abort is reported as a failure. */
export async function callJudge<Value>(
  { model }: EvalJudge,
  ask: (asking: AskOptions) => Promise<Consulted<Value>>,
  { host, signal, faults }: EvalSession,
): Promise<Consulted<Value>> {
  try {
    const consulted = await ask({ model, signal, secrets: host.secrets ?? [] });
    if (consulted.ok) faults.judge.worked();
    else faults.judge.failed(consulted.reason);
    return consulted;
  } catch (error) {
    if (!signal.aborted) throw error;
    return { ok: false, reason: "Stopped.", usage: [] };
  }
}
