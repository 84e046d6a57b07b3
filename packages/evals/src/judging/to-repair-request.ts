import { fence, toLine } from "./fence.ts";
import { judgingLimits } from "./limits.ts";
import type { BoundaryOptions, ModelQuestion } from "./model-question.ts";

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
      fence("answer", answer, { boundary, most: judgingLimits.judgementShownCharacters }),
      `That answer cannot be used. ${toLine(reason, judgingLimits.questionLineCharacters)}`,
      "Answer once more, completely, and put this right. Do not bend a verdict to fit: what cannot be shown from what you were given is not shown.",
    ].join("\n\n"),
  };
}
