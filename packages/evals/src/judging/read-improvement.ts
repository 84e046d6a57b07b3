import { limits } from "@skillwright/core";
import { findHidden } from "@skillwright/core/check";
import { countCodePoints } from "@skillwright/core/text";
import { withoutThoughts } from "./find-answer.ts";
import { judgingLimits } from "./limits.ts";

export type ReadImprovement =
  | { readonly ok: true; readonly description: string }
  | { readonly ok: false; readonly reason: string };

/** Reads a description written by a model, if it can be used in a skill as is. */
export function readImprovement(answer: string): ReadImprovement {
  if (answer.length > judgingLimits.judgementCharacters)
    return { ok: false, reason: "The answer is too long." };
  const texts = new Set(findTagged(withoutThoughts(answer)));
  const [description, ...others] = texts;
  if (description === undefined)
    return { ok: false, reason: "There is nothing between <new_description> and </new_description>." };
  if (others.length > 0) return { ok: false, reason: "There are several new descriptions." };
  const fault = findFault(description);
  return fault === undefined ? { ok: true, description } : { ok: false, reason: fault };
}

/** Splits instead of matching: repeated opening tags would make an expression quadratic. */
function findTagged(answer: string): readonly string[] {
  return answer
    .split("<new_description>")
    .slice(1)
    .flatMap((part) => {
      const end = part.indexOf("</new_description>");
      return end === -1 ? [] : [part.slice(0, end).trim()];
    });
}

function findFault(description: string): string | undefined {
  const length = countCodePoints(description);
  if (length === 0) return "The new description is empty.";
  if (length > limits.descriptionLength)
    return `The new description has ${length} characters; at most ${limits.descriptionLength} are allowed.`;
  if (/[<>]/.test(description)) return "The new description has angle brackets.";
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(description)) return "The new description is not one line of plain text.";
  if (findHidden(description).length > 0 || /\p{Cs}/u.test(description))
    return "The new description has invisible characters.";
  return undefined;
}
