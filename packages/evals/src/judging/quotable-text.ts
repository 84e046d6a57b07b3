import { toVisibleText } from "./visible-text.ts";

/**
 * Normalizes a text for comparing quotes. Ignores what models change when they copy: white space, the shape
 * of quotation marks and dashes, and Markdown emphasis.
 */
export function toQuotable(text: string): string {
  return toVisibleText(text)
    .normalize("NFKC")
    .replace(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replace(/[\u201c-\u201f\u00ab\u00bb]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[*`]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
