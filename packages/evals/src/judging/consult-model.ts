import { nodeSha256 } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import { sumUsage } from "@skillwright/runtime/agent";
import type { TrialUsage } from "../trials/trial.ts";
import { askModel, type Question } from "./ask-model.ts";
import { type BoundaryOptions, fence, type ModelQuestion, toLine } from "./fence.ts";
import { judgingLimits } from "./limits.ts";
import type { ReadAnswer } from "./read-values.ts";

/** The model to ask, and how. */
export type AskOptions = Omit<Question, "system" | "prompt">;

/** A question, and how to read its answer. */
export type Consultation<Value> = {
  readonly question: ModelQuestion;
  readonly boundary: string;
  /** With a `doubt`, the model is asked once more; its first answer counts if the second is unusable. */
  readonly read: (answer: string) => Reading<Value>;
};

type Reading<Value> = ReadAnswer<Value> & { readonly doubt?: string };

export type Consulted<Value> = ReadAnswer<Value> & { readonly usage: readonly TrialUsage[] };

/**
 * Asks a model, and once more with the reason when its answer is unusable. Rejects with the signal's reason
 * when aborted.
 */
export async function consultModel<Value>(
  { question, boundary, read }: Consultation<Value>,
  options: AskOptions,
): Promise<Consulted<Value>> {
  const first = await askAndRead(question, read, options);
  const reason = first.reading.ok ? first.reading.doubt : first.reading.reason;
  // Without an answer there is nothing to repair.
  if (reason === undefined || first.answer === undefined) return { ...first.reading, usage: first.usage };
  const second = await askAndRead(
    toRepairRequest(question, { answer: first.answer, reason }, { boundary }),
    read,
    options,
  );
  const { reading } = second.reading.ok || !first.reading.ok ? second : first;
  return { ...reading, usage: sumUsage([...first.usage, ...second.usage]) };
}

type Attempt<Value> = {
  readonly reading: Reading<Value>;
  readonly usage: readonly TrialUsage[];
  /** Absent when the model failed. */
  readonly answer?: string;
};

async function askAndRead<Value>(
  question: ModelQuestion,
  read: Consultation<Value>["read"],
  options: AskOptions,
): Promise<Attempt<Value>> {
  const answered = await askModel({ ...options, ...question });
  if (!answered.ok) return { reading: { ok: false, reason: answered.fault.message }, usage: [] };
  const { text, usage } = answered;
  const reading = read(text);
  if (reading.ok) return { reading, usage: [usage], answer: text };
  const reason = `The judge's answer cannot be used: ${printable(reading.reason)}`;
  return { reading: { ok: false, reason }, usage: [usage], answer: text };
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
