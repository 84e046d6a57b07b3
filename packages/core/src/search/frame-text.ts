import { foldText } from "./fold-text.ts";

/** What stands before and after a framed text, and is no part of any word or mark. */
const margin = "\0";
export const textStart: number = margin.length;

/** A text folded and between margins, so that a reader looks back and ahead without asking where the text ends. */
export function frameText(text: string): string {
  // Joined, because that makes one flat string: in a slice of a file every single look goes through the whole file.
  return ["", foldText(text), ""].join(margin);
}

export function textEnd(framed: string): number {
  return framed.length - margin.length;
}
