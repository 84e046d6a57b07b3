import { isProse, isQuoted } from "../../../markdown/prose.ts";
import type { Span } from "../../../text/span.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { readMenu } from "./read-menu.ts";

export const rule: Rule = defineRule({
  id: "defaults-over-menus",
  category: "quality",
  severity: "warning",
  summary: "Where several tools would work, the instructions name one as the default.",
  messages: {
    menu: "This offers {choices} as equal choices, and an agent has no basis for choosing; name one as the default and say when to use another.",
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

/** Words that may introduce a choice. Each starts with a rare character, which makes searching for it nearly free. */
const signWords: readonly string[] = [", or ", "Use ", ", use ", "You can use ", "Choose between "];

/** Ten times what the longest real skills have; bounds the work on hostile text. */
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

/** Tables describe; they rarely instruct. */
function isTableRow(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - 300), offset);
  return /(?:^|\n)[ \t]*\|[^\n]*$/.test(before);
}

/** How far from its sign to look for the rest of a choice. */
const reach = 150;

/** Cheap test before parsing the sentence: "or" needs a verb before it, a verb needs "or" after it. */
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

/** Longer sentences are cut around the offset. */
const sentenceReach = 300;

/** The sentence, list item or table cell that contains an offset. */
function sentenceAround(text: string, offset: number, within: Span): Span {
  const from = Math.max(within.start, offset - sentenceReach);
  const to = Math.min(within.end, offset + sentenceReach);
  let start = from;
  for (const match of text.slice(from, offset).matchAll(boundary))
    start = from + match.index + match[0].length;
  const end = text.slice(offset, to).search(boundary);
  // Keep the final punctuation: it tells whether the sentence is a question.
  return { start, end: end === -1 ? to : Math.min(to, offset + end + 1) };
}

/** A period before whitespace, the end of a paragraph, the next list item, a cell or a heading. */
const boundary = /[.!?:;]["”')*]*\s|\n\s*\n|\n\s*(?:[-*+>#|]|\d+[.)])\s*|\||\s[—–]\s| -- /g;
