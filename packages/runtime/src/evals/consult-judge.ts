import { type ModelQuestion, printable, type TrialUsage, toRepairRequest } from "@skillwright/core";
import { nodeSha256 } from "@skillwright/core/node";
import { sumUsage } from "../agent/sum-usage.ts";
import { askModel, type ModelAnswer } from "../turns/ask-model.ts";
import type { EvalJudge } from "./eval-outcome.ts";
import type { Running } from "./running.ts";

/** What a judge is asked, and how its answer is understood. */
export type Consultation<Value> = {
  readonly judge: EvalJudge;
  readonly question: ModelQuestion;
  readonly boundary: string;
  /** With a `doubt` the judge is asked once more, and its first answer counts if the second is none. */
  readonly read: (answer: string) => Understood<Value>;
};

export type Understood<Value> =
  | { readonly ok: true; readonly value: Value; readonly doubt?: string }
  | { readonly ok: false; readonly reason: string };

export type Consulted<Value> = { readonly usage: readonly TrialUsage[] } & (
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string }
);

/** Asks a judge, and once more when its answer cannot be used. Its faults are counted; a stop is a failure like others. */
export async function consultJudge<Value>(
  consultation: Consultation<Value>,
  { host, signal, faults }: Running,
): Promise<Consulted<Value>> {
  const { judge, question, boundary } = consultation;
  const secrets = host.secrets ?? [];
  const ask = async (asked: ModelQuestion): Promise<Heard<Value>> => {
    try {
      return hear(consultation, await askModel({ ...asked, model: judge.model, signal, secrets }));
    } catch (error) {
      if (!signal.aborted) throw error;
      return { understood: { ok: false, reason: "It was stopped." }, usage: [] };
    }
  };
  const first = await ask(question);
  const reason = first.understood.ok ? first.understood.doubt : first.understood.reason;
  const mayMend = reason !== undefined && first.answer !== undefined && !signal.aborted;
  const second = mayMend
    ? await ask(toRepairRequest(question, { answer: first.answer, reason }, { boundary }))
    : first;
  const { understood } = second.understood.ok || !first.understood.ok ? second : first;
  const usage = sumUsage(second === first ? first.usage : [...first.usage, ...second.usage]);
  if (understood.ok) {
    faults.judge.worked();
    return { ok: true, value: understood.value, usage };
  }
  if (!signal.aborted) faults.judge.failed(understood.reason);
  return { ok: false, reason: understood.reason, usage };
}

type Heard<Value> = {
  readonly understood: Understood<Value>;
  readonly usage: readonly TrialUsage[];
  /** Absent when the model failed. */
  readonly answer?: string;
};

function hear<Value>({ read }: Consultation<Value>, answered: ModelAnswer): Heard<Value> {
  if (!answered.ok) return { understood: { ok: false, reason: answered.fault.message }, usage: [] };
  const { text, usage } = answered;
  const understood = read(text);
  if (understood.ok) return { understood, usage: [usage], answer: text };
  const reason = `The judge's answer cannot be used: ${printable(understood.reason)}`;
  return { understood: { ok: false, reason }, usage: [usage], answer: text };
}

/** A word that nobody can have put into the texts, since it depends on every letter of them; the same for the same texts. */
export function boundaryFor(texts: readonly string[]): string {
  return nodeSha256(new TextEncoder().encode(JSON.stringify(texts))).slice(0, 24);
}
