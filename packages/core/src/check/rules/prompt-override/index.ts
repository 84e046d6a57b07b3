import { outlineMarkdown } from "../../../markdown/outline.ts";
import type { Span } from "../../../text/span.ts";
import { excerpt, isWithin, regionAt } from "../../code/find-in-code.ts";
import { type SkillText, textsOf } from "../../code/skill-texts.ts";
import { type CheckedSkill, defineRule, type Rule } from "../../rule.ts";
import { isQuoted } from "./is-quoted.ts";
import { findPhrases, orderInComment } from "./phrases.ts";

export const rule: Rule = defineRule({
  id: "prompt-override",
  category: "security",
  severity: "warning",
  summary: "No text tells the agent to drop its instructions or to act behind the user's back.",
  messages: {
    ignoreInstructions:
      "'{phrase}' tells the agent to drop the instructions it has; say what the skill does and leave the rest alone.",
    hideFromUser: "'{phrase}' tells the agent to keep something from the user; remove it, or say it openly.",
    claimAuthority:
      "'{phrase}' speaks as if it came from the system or its makers; write it as an instruction of the skill.",
    disableSafety: "'{phrase}' tells the agent to work without its safeguards; remove it.",
    hiddenComment:
      "An HTML comment, which nobody sees when the text is shown, gives the agent orders: '{phrase}'; write them into the text or remove them.",
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

type Override = { readonly message: string; readonly span: Span };

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
      (span) => ({
        message: "hiddenComment",
        span,
      }),
    ),
  ];
}

/** The first of the spans in each region that holds any: one finding is enough for one comment. */
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
