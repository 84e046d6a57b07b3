import { isJsonObject } from "@skillwright/core/text";
import { reportLimits } from "./limits.ts";
import type { NewFeedback } from "./save-feedback.ts";

/** What the page sent, or why it is none of its. */
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
    if (!abouts.has(about))
      return { reason: "A review is about nothing in this report; load the page again." };
    if (text.length > reportLimits.reportFeedbackCharacters)
      return { reason: `A review has at most ${reportLimits.reportFeedbackCharacters} characters.` };
    reviews.push({ about, text });
  }
  return { reviews, status };
}
