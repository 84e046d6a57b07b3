import { attackTitle, refusalTitle } from "./quotation-words.ts";
import type { Reading } from "./reading.ts";
import { addLiteral, hasBit, type Kind, type Mask, maskOf, overlap, type WordSymbol } from "./symbols.ts";
import type { Group } from "./vocabulary.ts";

/**
 * Groups of words in order, with at most so many words between two of them; or, with `within`, in any order and at most so many
 * words from the first group.
 */
export type Phrase = {
  readonly steps: readonly Step[];
  readonly within: number | undefined;
  /** The first group must give an order: it starts its clause, or follows words such as "must" and "please". */
  readonly isOrder: boolean;
};
type Step = { readonly any: readonly WordSymbol[]; readonly mask: Mask; readonly gap: number };

/** Where a phrase begins and ends, as indexes of words; `verb` is the word that a negation would govern. */
export type Found = { readonly first: number; readonly last: number; readonly verb?: number };

/** How far groups in any order may be from the first one. */
const usualReach = 12;

/**
 * Reads a phrase such as `drop ~3 earlier|system ~2 orders`: one of a group's words, at most three words, and so on. A word after `=` is
 * itself: `=no ~2 orders`. `order:` at the start asks that the first word be an order. `drop & earlier & orders` has its
 * groups in any order, each at most twelve words from the first; `^20` at the end changes that number.
 */
export function phrase(description: string): Phrase {
  let gap = 0;
  let within: number | undefined;
  let isOrder = false;
  const steps: Step[] = [];
  for (const part of description.split(" ")) {
    if (part === "&") within ??= usualReach;
    else if (part === "order:") isOrder = true;
    else if (part.startsWith("~")) gap = Number(part.slice(1));
    else if (part.startsWith("^")) within = Number(part.slice(1));
    else {
      const any = part
        .split("|")
        .map((name) => (name.startsWith("=") ? addLiteral(name.slice(1)) : (name as Group | Kind)));
      steps.push({ any, mask: maskOf(any), gap });
      gap = 0;
    }
  }
  return { steps, within, isOrder };
}

/** The first place of a phrase; takes time proportional to the number of words. */
export function find(reading: Reading, wanted: Phrase): Found | undefined {
  const { steps, within, isOrder } = wanted;
  if (!mayHave(reading, wanted)) return undefined;
  if (within !== undefined) return findTogether(reading, wanted, within);
  let reached: readonly Found[] | undefined;
  for (const { any, gap } of steps) {
    const at = placesOf(reading, any);
    if (at.length === 0) return undefined;
    if (reached === undefined)
      reached = at
        .filter((index) => !isOrder || isOrderAt(reading, index))
        .map((index) => ({ first: index, last: index }));
    else reached = extend(reading, reached, { at, gap });
    if (reached.length === 0) return undefined;
  }
  return reached?.[0];
}

/** Whether each step has a word in the statement, in whatever order. */
function mayHave({ present }: Reading, { steps }: Phrase): boolean {
  for (const { mask } of steps) if (!overlap(present, mask)) return false;
  return true;
}

/** A sentence does not repeat its main word more often. */
const mostAnchors = 12;

/** Words near each other are at most one clause apart. */
const clauseReach = 1;

function findTogether(reading: Reading, { steps, isOrder }: Phrase, within: number): Found | undefined {
  const { words } = reading;
  const lists: (readonly number[])[] = [];
  for (const { any } of steps) {
    const at = placesOf(reading, any);
    if (at.length === 0) return undefined;
    lists.push(at);
  }
  const [anchors = none, ...others] = lists;
  for (const anchor of anchors.slice(0, mostAnchors)) {
    if (isOrder && !isOrderAt(reading, anchor)) continue;
    const clause = words[anchor]?.clause ?? 0;
    const taken = [anchor];
    for (const list of others) {
      const next = nearest(list, anchor, taken);
      if (next === undefined || Math.abs(next - anchor) > within) break;
      if (Math.abs((words[next]?.clause ?? 0) - clause) > clauseReach) break;
      taken.push(next);
    }
    if (taken.length === lists.length)
      return { first: Math.min(...taken), last: Math.max(...taken), verb: anchor };
  }
  return undefined;
}

/** Whether a verb orders something: it starts a clause, or a word of asking stands before it. */
export function isOrderAt({ words, statement }: Reading, at: number): boolean {
  const word = words[at];
  const before = words[at - 1];
  if (word === undefined || /(?:[^s]s|ed|ing)$/.test(word.text)) return false;
  if (before === undefined || before.clause !== word.clause) return true;
  return asking.test(before.text) || statement.plain.slice(before.end, word.start).includes(",");
}

const asking =
  /^(?:must|should|shall|will|please|kindly|then|and|or|now|always|just|also|simply|to|first|immediately|quietly|silently|you|not|never|don't|afterwards|finally|next|instead|automatically|directly|let)$/;

/** The place in a rising list that is nearest to another and not taken. */
function nearest(list: readonly number[], to: number, taken: readonly number[]): number | undefined {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) < to) low = middle + 1;
    else high = middle;
  }
  // Few places are taken, so the nearest free one is close by.
  const free = list
    .slice(Math.max(0, low - taken.length - 1), low + taken.length + 1)
    .filter((at) => !taken.includes(at));
  return free.sort((a, b) => Math.abs(a - to) - Math.abs(b - to))[0];
}

type Next = { readonly at: readonly number[]; readonly gap: number };

/** A phrase stays within one clause. */
function extend({ words }: Reading, reached: readonly Found[], { at, gap }: Next): readonly Found[] {
  const next: Found[] = [];
  let from = 0;
  for (const index of at) {
    while (from < reached.length && (reached[from]?.last ?? 0) + gap + 1 < index) from++;
    for (let one = from; one < reached.length; one++) {
      const before = reached[one];
      if (before === undefined || before.last >= index) break;
      if (words[before.last]?.clause !== words[index]?.clause) continue;
      next.push({ first: before.first, last: index });
      break;
    }
  }
  return next;
}

function placesOf({ places }: Reading, any: readonly WordSymbol[]): readonly number[] {
  const [first] = any;
  if (any.length === 1 && first !== undefined) return places.get(first) ?? none;
  const lists = any.flatMap((symbol) => places.get(symbol) ?? []);
  return [...new Set(lists)].sort((a, b) => a - b);
}

const none: readonly number[] = [];

/** Whether a statement has a word of a group or kind. */
export function has({ present }: Reading, ...any: readonly (Group | Kind)[]): boolean {
  return any.some((symbol) => hasBit(present, symbol));
}

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
    !/\b(?:forget|hesitate|fail|skip|worry|bother|but|instead|until|unless|just|simply|then)\b/i.test(
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
