import { isProse, isQuoted } from "../../../markdown/prose.ts";
import type { Span } from "../../../text/span.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { readMenu } from "./read-menu.ts";
import { sentenceAround } from "./sentence-around.ts";

export const rule: Rule = defineRule({
  id: "defaults-over-menus",
  category: "quality",
  severity: "warning",
  summary: "Where several tools would do, the instructions name one as the default.",
  messages: {
    menu: "This offers {choices} as equals, and an agent has nothing to choose by; name one as the default and say when to take another.",
  },
  check(skill, { report }) {
    const { text, bodySpan } = skill.parsed;
    const signs = findSigns(text, bodySpan);
    if (signs.length === 0) return;
    const seen = new Set<number>();
    for (const at of signs) {
      const menu = findMenu(text, at, bodySpan);
      if (!menu || seen.has(menu.span.start) || isTableRow(text, menu.span.start)) continue;
      if (!isProse(skill.outline, menu.span.start) || isQuoted(text, menu.span.start)) continue;
      seen.add(menu.span.start);
      report({ message: "menu", args: { choices: menu.choices.join(" and ") }, span: menu.span });
    }
  },
});

/** Words where a choice may be. Each starts with a rare character, which makes looking for it nearly free. */
const signWords: readonly string[] = [", or ", "Use ", ", use ", "You can use ", "Choose between "];

/** Ten times what the longest real skills have; a text made of nothing else is not read to its end. */
const maxSentences = 2000;

/** Offsets in sentences that may hold a choice. */
function findSigns(text: string, { start, end }: Span): readonly number[] {
  const found: number[] = [];
  for (const sign of signWords) {
    for (
      let at = text.indexOf(sign, start);
      at !== -1 && at < end;
      at = text.indexOf(sign, at + sign.length)
    ) {
      if (!mayOffer(text, at, sign)) continue;
      if (found.length === maxSentences) return found;
      found.push(at + sign.length);
    }
  }
  return found;
}

/** Tables list what there is rather than tell what to do. */
function isTableRow(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - 300), offset);
  return /(?:^|\n)[ \t]*\|[^\n]*$/.test(before);
}

/** How far from its sign the rest of a choice is looked for. */
const reach = 150;

/** A quick look before the sentence is read: a joint needs a verb before it, a verb needs a joint after it. */
function mayOffer(text: string, at: number, sign: string): boolean {
  if (sign === ", or ") return /(?:se|ry|hoose|ick) /.test(text.slice(Math.max(0, at - reach), at));
  const after = text.slice(at, at + reach);
  return after.includes(" or ") || sign === "Choose between ";
}

function findMenu(
  text: string,
  at: number,
  within: Span,
): { span: Span; choices: readonly string[] } | undefined {
  const sentence = sentenceAround(text, at, within);
  const menu = readMenu(
    text.slice(sentence.start, sentence.end),
    text.slice(sentence.end, sentence.end + 160),
  );
  if (!menu) return undefined;
  return {
    span: { start: sentence.start + menu.start, end: sentence.start + menu.end },
    choices: menu.choices,
  };
}
