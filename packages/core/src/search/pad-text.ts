import { foldText } from "./fold-text.ts";

/** Padding around a text; not part of any word or mark. */
const margin = "\0";
export const textStart: number = margin.length;

/** Folds a text and pads it, so that the tokenizer can look back and ahead without bounds checks. */
export function padText(text: string): string {
  // `join` makes a flat string; reading characters through a slice of a file is slower.
  return ["", foldText(text), ""].join(margin);
}

export function textEnd(padded: string): number {
  return padded.length - margin.length;
}
