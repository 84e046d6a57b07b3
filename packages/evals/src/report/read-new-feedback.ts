import { isJsonObject } from "@skillwright/core/text";
import { reportLimits } from "./limits.ts";
import type { NewFeedback } from "./save-feedback.ts";

/** Validates the feedback sent by the page. */
export function readNewFeedback(
  value: unknown,
  abouts: ReadonlySet<string>,
): NewFeedback | { readonly reason: string } {
  if (!isJsonObject(value) || !Array.isArray(value.reviews))
    return { reason: "Expected an object with a list of reviews." };
  const { status } = value;
  if (status !== "in_progress" && status !== "complete")
    return { reason: "Expected the status in_progress or complete." };
  const reviews: NewFeedback["reviews"][number][] = [];
  for (const review of value.reviews) {
    if (!isJsonObject(review) || typeof review.about !== "string" || typeof review.text !== "string")
      return { reason: "Expected reviews with about and text." };
    const { about, text } = review;
    if (!abouts.has(about)) return { reason: "A review does not match this report; reload the page." };
    if (text.length > reportLimits.reportFeedbackCharacters)
      return { reason: `A review is limited to ${reportLimits.reportFeedbackCharacters} characters.` };
    reviews.push({ about, text });
  }
  return { reviews, status };
}
