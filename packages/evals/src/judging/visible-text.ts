/**
 * A text as a person sees it: without the characters that show nothing, with which one could speak to a model behind
 * everybody's back or write a word so that no search finds it. Every kind of line break becomes the usual one.
 */
export function toVisibleText(text: string): string {
  return text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n").replace(unseen, "");
}

/** Control and format characters, halves of characters, private ones, selectors and fillers; not tabs and line breaks. */
const unseen = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;
