import { isProse, isQuoted } from "../../../markdown/prose.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "no-generic-instructions",
  category: "quality",
  severity: "warning",
  summary: "Instructions say what to do, not just to do it well.",
  messages: {
    generic:
      "'{phrase}' tells an agent nothing new; say which case you mean and what to do about it, or remove it.",
  },
  check({ parsed: { text, bodySpan }, outline }, { report }) {
    const body = text.slice(bodySpan.start, bodySpan.end);
    if (!hint.test(body)) return;
    for (const match of body.matchAll(phrases)) {
      const start = bodySpan.start + match.index;
      const end = start + match[0].length;
      if (!isProse(outline, start) || isQuoted(text, start) || isSpecific(text, start, end)) continue;
      report({ message: "generic", args: { phrase: match[0] }, span: { start, end } });
    }
  },
});

/**
 * A part of each phrase, cut so that V8 skips most characters. Nearly all bodies have none of them, and this search takes a third of
 * the time of the phrases, which saves a tenth of a whole check.
 */
const hint =
  /propriately|rror(?<=proper error)|t practices(?<=[wg] best practices)|ure security|ure to handle|with(?<=ul with)|t th(?<=ght th)/;

const phrases =
  /\b(?:handl(?:e|ing) errors appropriately|(?<!\bthe )follow(?:ing)? best practices|us(?:e|ing) proper error handling|ensure security(?=\s*(?:[.,;!]|\n|$))|be careful with|make sure to handle|do the right thing)\b/gi;

/** How far around a phrase to look for specifics. */
const reach = 200;

/** A heading above details, or a line that continues with a list, a link or code, is specific after all. */
function isSpecific(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - reach), start);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (/^\s*(?:#|\|)/.test(line) || negation.test(line)) return true;
  const after = text.slice(end, end + reach);
  return /^[^\n]*(?:[:`[(]|https?:| [—–-] )/.test(after);
}

const negation = /\b(?:no|not|never|avoid|without|instead of|user wants)\b|n't\b/i;
