import { outlineMarkdown } from "../../../markdown/outline.ts";
import type { Span } from "../../../text/span.ts";
import { excerpt, isWithin, regionAt } from "../../code/find-in-code.ts";
import { type SkillText, textsOf } from "../../code/skill-texts.ts";
import { type CheckedSkill, defineRule, type Rule } from "../../rule.ts";
import { findPhrases, orderInComment, type Trick } from "./phrases.ts";

export const rule: Rule = defineRule({
  id: "prompt-override",
  category: "security",
  severity: "warning",
  summary: "No text tells the agent to drop its instructions or to deceive the user.",
  messages: {
    ignoreInstructions:
      "'{phrase}' tells the agent to drop its other instructions; describe only what the skill does.",
    hideFromUser: "'{phrase}' tells the agent to hide something from the user; remove it.",
    claimAuthority:
      "'{phrase}' claims to come from the system or its vendor; write it as an instruction of the skill.",
    disableSafety: "'{phrase}' tells the agent to bypass its safeguards; remove it.",
    hiddenComment:
      "An HTML comment, invisible in rendered text, instructs the agent: '{phrase}'; move it into the text or remove it.",
  },
  check(skill, { report }) {
    for (const source of textsOf(skill)) {
      if (source.kind !== "markdown") continue;
      for (const { message, span } of findOverrides(skill, source)) {
        const phrase = excerpt(source.text.slice(span.start, span.end));
        report({ message, args: { phrase }, span, ...source.place });
      }
    }
  },
});

type Override = { readonly message: Trick | "hiddenComment"; readonly span: Span };

function findOverrides(skill: CheckedSkill, { text, place }: SkillText): readonly Override[] {
  const phrases = findPhrases(text);
  const orders = text.includes("<!--") ? [...text.matchAll(orderInComment)] : [];
  if (phrases.length + orders.length === 0) return [];
  const whole = { start: 0, end: text.length };
  const { codeBlocks, codeSpans, comments } =
    place.file === undefined ? skill.outline : outlineMarkdown(text, whole);
  const code = [...codeBlocks, ...codeSpans].sort((a, b) => a.start - b.start);
  const inProse = phrases.filter(
    ({ span }) => !isWithin(comments, span) && !isWithin(code, span) && !isQuoted(text, span),
  );
  return [
    ...inProse.map(({ trick, span }) => ({ message: trick, span })),
    ...firstInEach(comments, [...phrases.map((phrase) => phrase.span), ...orders.map(spanOf)]).map(
      (span) => ({ message: "hiddenComment" as const, span }),
    ),
  ];
}

/** The first span in each region: one finding per comment is enough. */
function firstInEach(regions: readonly Span[], spans: readonly Span[]): readonly Span[] {
  const first = new Map<Span, Span>();
  for (const span of spans) {
    const region = regionAt(regions, span.start);
    if (region && span.end <= region.end && !first.has(region)) first.set(region, span);
  }
  return [...first.values()];
}

function spanOf(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length };
}

/** How far around a phrase to look for its sentence. */
const reach = 400;

/** Whether a text only mentions a phrase: in quotes, in a table, or in a sentence that warns about it. */
function isQuoted(text: string, { start, end }: Span): boolean {
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
