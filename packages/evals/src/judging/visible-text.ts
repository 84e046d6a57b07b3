/**
 * Removes invisible characters, which could hide instructions to a model or split words so that no search
 * finds them. Normalizes line breaks.
 */
export function toVisibleText(text: string): string {
  return text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n").replace(unseen, "");
}

/**
 * Control and format characters, surrogates, private use, selectors and fillers; not tabs and line breaks.
 */
const unseen = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;
