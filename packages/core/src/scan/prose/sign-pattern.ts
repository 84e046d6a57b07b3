import { frequencyOf, isConcept, maskOf, numberOf, overlap, type WordSymbol } from "./lexicon.ts";
import type { Found, Reading } from "./reading.ts";

/**
 * Concepts in order, with at most so many words between two of them; or, with `within`, in any order and at most so many words from
 * the first one. Other concepts may be required or forbidden in the statement or around it.
 */
export type Pattern = {
  /** As it was written, to name it where signs are compared. */
  readonly description: string;
  readonly steps: readonly Step[];
  readonly within: number | undefined;
  /** How many clauses away from the first one the others may be. */
  readonly clauses: number;
  /** The first concept must give an order: it starts its clause, or follows words such as "must" and "please". */
  readonly isOrder: boolean;
  /** Has a word such as "not", so that a negation before it is part of the sign. */
  readonly isNegative: boolean;
  readonly startsNegative: boolean;
  /** One concept of each must be in the statement. */
  readonly also: readonly Step[];
  /** One concept of each must be in the statement or in those beside it. */
  readonly around: readonly (readonly number[])[];
  /** None of these concepts may be in the statement. */
  readonly unless: readonly number[];
  /** The concepts of the rarest step. */
  readonly anchor: readonly number[];
};
type Step = { readonly any: readonly number[]; readonly mask: readonly number[]; readonly gap: number };

/** How far concepts in any order may be from the first one. */
const usualReach = 12;

/**
 * Reads a pattern such as `drop ~3 earlier|system ~2 orders`: one of a group's words, at most three words, and so on. A word after `=` is
 * itself: `=no ~2 orders`. `order:` at the start asks that the first word be an order. `drop & earlier & orders` has its concepts in any order, each
 * at most twelve words from the first and in its clause; `^20` changes that number, and `^^20` lets them be in the next clause. `+user` asks for a concept anywhere in the statement, `@user` in it or beside it,
 * and `!code` for none there.
 */
export function readPattern(description: string): Pattern {
  let gap = 0;
  let within: number | undefined;
  let clauses = 0;
  let isOrder = false;
  let isNegative = false;
  let startsNegative = false;
  let rarest = Number.POSITIVE_INFINITY;
  let anchor: readonly number[] = [];
  const steps: Step[] = [];
  const also: Step[] = [];
  const around: (readonly number[])[] = [];
  const unless: number[] = [];
  for (const part of description.trim().split(/\s+/)) {
    const mark = part.charAt(0);
    if (part === "&") within ??= usualReach;
    else if (part === "order:") isOrder = true;
    else if (mark === "~") gap = Number(part.slice(1));
    else if (mark === "^") {
      const isAcross = part.startsWith("^^");
      within = Number(part.slice(isAcross ? 2 : 1));
      if (isAcross) clauses = 1;
    } else {
      const isStep = mark !== "+" && mark !== "@" && mark !== "!";
      const symbols = (isStep ? part : part.slice(1)).split("|");
      const any = symbols.map(conceptNumber);
      if (mark === "!") unless.push(...any);
      else if (mark === "@") around.push(any);
      else {
        if (mark === "+") also.push({ any, mask: maskOf(any), gap });
        const frequency = symbols.reduce((sum, symbol) => sum + frequencyOf(symbol), 0);
        if (frequency < rarest) [rarest, anchor] = [frequency, any];
      }
      if (!isStep) continue;
      const isNo = symbols.some((symbol) => negations.has(symbol));
      isNegative ||= isNo;
      if (steps.length === 0) startsNegative = isNo;
      steps.push({ any, mask: maskOf(any), gap });
      gap = 0;
    }
  }
  return {
    description,
    steps,
    within,
    clauses,
    isOrder,
    isNegative,
    startsNegative,
    also,
    around,
    unless,
    anchor,
  };
}

function conceptNumber(symbol: string): number {
  if (!isConcept(symbol)) throw new Error(`No concept named ${symbol}`);
  return numberOf(symbol);
}

const negations = new Set<string>([
  ..."not never without no nobody none nothing needless refrain unnecessary"
    .split(" ")
    .map((word) => `=${word}`),
  ...(["not", "refusing", "noOne"] satisfies readonly WordSymbol[] as readonly string[]),
]);

/** Whether a statement has each concept, in whatever order. */
export function mayHave({ present }: Reading, { steps, also }: Pattern): boolean {
  for (const { mask } of steps) if (!overlap(present, mask)) return false;
  for (const { mask } of also) if (!overlap(present, mask)) return false;
  return true;
}

/** Whether a statement has one of the concepts. */
export function hasAny({ places }: Reading, concepts: readonly number[]): boolean {
  return concepts.some((concept) => places.has(concept));
}

/** The first place of a pattern; takes time proportional to the number of words. */
export function findPattern(reading: Reading, pattern: Pattern): Found | undefined {
  const { steps, within, isOrder, also, unless } = pattern;
  if (hasAny(reading, unless) || !also.every(({ any }) => hasAny(reading, any))) return undefined;
  if (within !== undefined) return findTogether(reading, pattern, within);
  let reached: readonly Found[] | undefined;
  for (const { any, gap } of steps) {
    const at = placesOf(reading, any);
    if (at.length === 0) return undefined;
    if (reached === undefined) reached = at.filter(({ first }) => !isOrder || isOrderAt(reading, first));
    else reached = extend(reading, reached, { at, gap });
    if (reached.length === 0) return undefined;
  }
  return reached?.[0];
}

/** A sentence does not repeat its main word more often. */
const mostAnchors = 12;

function findTogether(
  reading: Reading,
  { steps, isOrder, clauses }: Pattern,
  within: number,
): Found | undefined {
  const { words } = reading;
  const lists: (readonly Found[])[] = [];
  for (const { any } of steps) {
    const at = placesOf(reading, any);
    if (at.length === 0) return undefined;
    lists.push(at);
  }
  const [anchors = none, ...others] = lists;
  for (const anchor of anchors.slice(0, mostAnchors)) {
    if (isOrder && !isOrderAt(reading, anchor.first)) continue;
    const clause = words[anchor.first]?.clause ?? 0;
    const taken = [anchor];
    for (const list of others) {
      const next = nearest(list, anchor.first, taken);
      if (next === undefined || Math.abs(next.first - anchor.first) > within) break;
      if (Math.abs((words[next.first]?.clause ?? 0) - clause) > clauses) break;
      taken.push(next);
    }
    if (taken.length === lists.length)
      return {
        first: Math.min(...taken.map(({ first }) => first)),
        last: Math.max(...taken.map(({ last }) => last)),
        verb: anchor.first,
      };
  }
  return undefined;
}

/** The place in a rising list that is nearest to another and not taken. */
function nearest(list: readonly Found[], to: number, taken: readonly Found[]): Found | undefined {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.first ?? 0) < to) low = middle + 1;
    else high = middle;
  }
  // Few places are taken, so the nearest free one is close by.
  const span = taken.length * 2 + 1;
  let best: Found | undefined;
  for (const one of list.slice(Math.max(0, low - span), low + span)) {
    if (taken.some(({ first, last }) => one.first <= last && first <= one.last)) continue;
    if (best === undefined || Math.abs(one.first - to) < Math.abs(best.first - to)) best = one;
  }
  return best;
}

type Next = { readonly at: readonly Found[]; readonly gap: number };

/** A pattern in order stays within one clause. */
function extend({ words }: Reading, reached: readonly Found[], { at, gap }: Next): readonly Found[] {
  const next: Found[] = [];
  let from = 0;
  for (const place of at) {
    while (from < reached.length && (reached[from]?.last ?? 0) + gap + 1 < place.first) from++;
    for (let one = from; one < reached.length; one++) {
      const before = reached[one];
      if (before === undefined || before.last >= place.first) break;
      if (words[before.last]?.clause !== words[place.first]?.clause) continue;
      next.push({ first: before.first, last: place.last });
      break;
    }
  }
  return next;
}

function placesOf({ places }: Reading, any: readonly number[]): readonly Found[] {
  const [first] = any;
  if (any.length === 1 && first !== undefined) return places.get(first) ?? none;
  const lists = any.flatMap((concept) => places.get(concept) ?? none);
  return lists.sort((a, b) => a.first - b.first || b.last - a.last);
}

const none: readonly Found[] = [];

/** Whether a verb orders something: it starts a clause, or a word of asking stands before it. */
function isOrderAt({ words, statement }: Reading, at: number): boolean {
  const word = words[at];
  const before = words[at - 1];
  if (word === undefined || /(?:[^s]s|ed|ing)$/.test(word.text)) return false;
  if (before === undefined || before.clause !== word.clause) return true;
  return asking.test(before.text) || statement.plain.slice(before.end, word.start).includes(",");
}

const asking =
  /^(?:must|should|shall|will|please|kindly|then|and|or|now|always|just|also|simply|to|first|immediately|quietly|silently|you|not|never|don't|afterwards|finally|next|instead|automatically|directly|let)$/;
