import type { Span } from "../../../text/span.ts";

/** How far around a phrase to look for its sentence. */
const reach = 400;

/** Whether a text only mentions a phrase: in quotes, in a table, or in a sentence that warns about it. */
export function isQuoted(text: string, { start, end }: Span): boolean {
  const before = lastPart(text.slice(Math.max(0, start - reach), start), /\n[ \t]*\n/g);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (line.trimStart().startsWith("|")) return true;
  const after = text.slice(end, end + reach).split(/\n[ \t]*\n/, 1)[0] ?? "";
  return (
    isInQuotes(before, after) || warning.test(lastPart(before, /[.!?:](?=\s)|\n[ \t]*(?:[-*+]|\d+\.)[ \t]/g))
  );
}

const warning =
  /\b(?:never|not|don['’]t|cannot|can['’]t|refuse|reject|decline|resist|detects?|attempts?\s+to|tries\s+to|tells?\s+(?:you|the\s+\w+)\s+to|injections?|jailbreaks?|attack(?:er|s)?|malicious|adversarial|hostile|untrusted)\b/i;

/** The text after the last separator. */
function lastPart(text: string, separator: RegExp): string {
  let start = 0;
  for (const match of text.matchAll(separator)) start = match.index + match[0].length;
  return text.slice(start);
}

function isInQuotes(before: string, after: string): boolean {
  if (count(before, '"') % 2 === 1 && after.includes('"')) return true;
  if (before.lastIndexOf("“") > before.lastIndexOf("”") && after.includes("”")) return true;
  if (before.lastIndexOf("「") > before.lastIndexOf("」") && after.includes("」")) return true;
  // An apostrophe opens a quote only at the start of a word.
  return /(?:^|[\s(])['‘][^'’\n]{0,80}$/.test(before) && /['’]/.test(after.slice(0, 160));
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
