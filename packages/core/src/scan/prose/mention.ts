import { attackTitle, refusalTitle } from "./quotation-words.ts";
import type { Found, Reading } from "./reading.ts";

/** The words of a place, for messages. */
export function textOf({ statement, words }: Reading, { first, last }: Found): string {
  return statement.plain.slice(words[first]?.start ?? 0, words[last]?.end ?? 0);
}

/** Whether a word such as "never" or "don't" governs a place. */
export function isNegated({ statement, words }: Reading, { first, verb = first }: Found): boolean {
  const start = words[verb]?.start ?? 0;
  const before = statement.plain.slice(Math.max(0, start - 90), start);
  const clause = before.slice(
    Math.max(before.lastIndexOf(";"), before.lastIndexOf(". "), before.lastIndexOf(": ")) + 1,
  );
  const match = negation.exec(clause);
  return (
    match !== null &&
    !/^\s*(?:forget|hesitate|fail|skip|worry|bother|omit|neglect)\b|\b(?:but|instead|until|unless|just|simply|then)\b/i.test(
      clause.slice(match.index + match[0].length),
    )
  );
}

const negation =
  /\b(?:never|not|don't|doesn't|cannot|can't|won't|shouldn't|mustn't|avoid|refuse(?:s|d)?|reject(?:s|ed)?|declines?|prevents?|forbid(?:s|den)?|prohibit(?:s|ed)?|resists?|block(?:s|ed)?|must\s+not|instead\s+of|rather\s+than|without|nor|no\s+need\s+to|warn(?:s)?\s+(?:about|against)|unable\s+to)\b/i;

/** Whether a statement talks about an attack instead of being one: the place is in quotation marks, or words before it say so. */
export function isMention(reading: Reading, { first, last }: Found): boolean {
  const { statement, words } = reading;
  if (statement.isHidden) return false;
  const { plain } = statement;
  const start = words[first]?.start ?? 0;
  const end = words[last]?.end ?? 0;
  const before = plain.slice(0, start);
  if (isInQuotes(before, plain.slice(end))) return true;
  // "To stop attackers, ignore …" is an order: a clause of its own begins at the place.
  if (
    about.test(before) &&
    !/[,;—]\s*(?:(?:please|now|then|always|you\s+must|you\s+should)\s+){0,3}$/i.test(before)
  )
    return true;
  // An order below a title about attacks is an order, unless it is a report, or the skill is about attacks.
  const isSample = reading.teachesAttacks || report.test(plain);
  return statement.headings.some((title) => {
    const start = title.slice(0, 200);
    return attackTitle.test(start) && (isSample || (statement.kind === "item" && refusalTitle.test(start)));
  });
}

/** What a text says about others, or about what must not be done. */
const report =
  /\b(?:attackers?|adversar(?:y|ies)|(?:malicious|hostile|compromised|poisoned)\s+\w+|someone|third\s+part(?:y|ies))\b[^.]{0,60}\b(?:may|might|can|could|will|would|tr(?:y|ies)|want|use|embed|hide|ask|claim)s?\b|\b(?:is|are)\s+(?:a\s+sign|dangerous|suspicious|refused|blocked|rejected|not\s+allowed)\b/i;

/** What texts about attacks say, and orders to commit one do not. */
const about =
  /\b(?:injections?|inject\s+(?:prompts?|instructions)|jailbreak(?:s|ing)\b|attack(?:er|ers|s|ed|ing)?|malicious|adversar(?:y|ies|ial)|hostile|untrusted|phishing|attempts?\s+(?:to|at)|tr(?:y|ies|ying)\s+to|tells?\s+(?:you|the\s+\w+|an?\s+\w+|claude|models?|agents?)\s+to|ask(?:s|ing)?\s+(?:you|the\s+(?:model|agent|assistant)|claude)\s+to|instructs?\s+(?:you|the\s+\w+|claude|models?|agents?)\s+to|detect(?:s|ed|ion|ing)?|red\s+flags?|suspicious|refuse\s+(?:to|if|any|requests?)|flag(?:s|ged)?\s+(?:any|as|if|it|when|content)|protect(?:s|ed)?\s+(?:against|from)|prevents?|vulnerab(?:le|ility|ilities)|exploit(?:s|ed|ation)?|threats?|(?:phrases|patterns|requests|text|content|instructions)\s+(?:such\s+as|like)|red.?team(?:ing|er|ers)?|makes?\s+(?:a|the)\s+model)\b/i;

function isInQuotes(before: string, after: string): boolean {
  if (/\b(?:say|respond|answer|reply|write|print|output|state)(?:\s+with)?:?\s*["“']$/i.test(before))
    return false;
  if (before.split('"').length % 2 === 0 && after.includes('"')) return true;
  if (before.lastIndexOf("“") > before.lastIndexOf("”") && after.includes("”")) return true;
  if (before.lastIndexOf("「") > before.lastIndexOf("」") && after.includes("」")) return true;
  return /(?:^|[\s(:])'[^'\n]{0,120}$/.test(before) && after.includes("'");
}
