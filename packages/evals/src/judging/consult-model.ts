import { nodeSha256 } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import { sumUsage } from "@skillwright/runtime/agent";
import type { TrialUsage } from "../trials/trial.ts";
import { askModel, type Question } from "../turns/ask-model.ts";
import { type BoundaryOptions, fence, type ModelQuestion, toLine } from "./fence.ts";
import { judgingLimits } from "./limits.ts";

/** The model to ask, and how. */
export type AskOptions = Omit<Question, "system" | "prompt">;

/** A question, and how to read its answer. */
export type Consultation<Value> = {
  readonly question: ModelQuestion;
  readonly boundary: string;
  /** With a `doubt`, the model is asked once more; its first answer counts if the second is unusable. */
  readonly read: (answer: string) => Understood<Value>;
};

type Understood<Value> =
  | { readonly ok: true; readonly value: Value; readonly doubt?: string }
  | { readonly ok: false; readonly reason: string };

export type Consulted<Value> = { readonly usage: readonly TrialUsage[] } & (
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string }
);

/**
 * Asks a model, and once more with the reason when its answer is unusable. Rejects with the signal's reason
 * when aborted.
 */
export async function consultModel<Value>(
  { question, boundary, read }: Consultation<Value>,
  asking: AskOptions,
): Promise<Consulted<Value>> {
  const first = await hear(question, read, asking);
  const reason = first.understood.ok ? first.understood.doubt : first.understood.reason;
  // Without an answer there is nothing to repair.
  if (reason === undefined || first.answer === undefined) return { ...first.understood, usage: first.usage };
  const second = await hear(
    toRepairRequest(question, { answer: first.answer, reason }, { boundary }),
    read,
    asking,
  );
  const { understood } = second.understood.ok || !first.understood.ok ? second : first;
  return { ...understood, usage: sumUsage([...first.usage, ...second.usage]) };
}

type Heard<Value> = {
  readonly understood: Understood<Value>;
  readonly usage: readonly TrialUsage[];
  /** Absent when the model failed. */
  readonly answer?: string;
};

async function hear<Value>(
  question: ModelQuestion,
  read: Consultation<Value>["read"],
  asking: AskOptions,
): Promise<Heard<Value>> {
  const answered = await askModel({ ...asking, ...question });
  if (!answered.ok) return { understood: { ok: false, reason: answered.fault.message }, usage: [] };
  const { text, usage } = answered;
  const understood = read(text);
  if (understood.ok) return { understood, usage: [usage], answer: text };
  const reason = `The judge's answer cannot be used: ${printable(understood.reason)}`;
  return { understood: { ok: false, reason }, usage: [usage], answer: text };
}

/** A boundary that the texts cannot contain, since it is a digest of them; equal texts give the same one. */
export function boundaryFor(texts: readonly string[]): string {
  return nodeSha256(new TextEncoder().encode(JSON.stringify(texts))).slice(0, 24);
}

/** An unusable answer, and the reason. */
export type BadAnswer = { readonly answer: string; readonly reason: string };

/** Repeats the question, with the unusable answer. */
export function toRepairRequest(
  { system, prompt }: ModelQuestion,
  { answer, reason }: BadAnswer,
  { boundary }: BoundaryOptions,
): ModelQuestion {
  return {
    system,
    prompt: [
      prompt,
      "You were asked this before, and answered:",
      fence("answer", answer, { boundary, most: judgingLimits.judgmentShownCharacters }),
      `That answer cannot be used. ${toLine(reason, judgingLimits.questionLineCharacters)}`,
      "Answer once more, completely, and put this right. Do not bend a verdict to fit: what cannot be shown from what you were given is not shown.",
    ].join("\n\n"),
  };
}
