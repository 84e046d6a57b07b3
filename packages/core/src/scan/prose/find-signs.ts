import type { Level } from "../../finding.ts";
import type { Span } from "../../text/span.ts";
import type { Place } from "../evidence.ts";
import { addBits, beforeFirstText, maskOf, numberOf, overlap, type WordSymbol } from "./lexicon.ts";
import { isMention, isNegated, textOf } from "./mention.ts";
import type { Found, Reading } from "./reading.ts";
import { findPattern, hasAny, mayHave, type Pattern, readPattern } from "./sign-pattern.ts";

/** What a rule looks for in one statement. */
type Sign<Message extends string> = {
  readonly message: Message;
  readonly level: Level;
  readonly descriptions: readonly string[];
} & Options;

type Options = {
  /** Counts in titles and programs too: there is hardly an honest reading. */
  readonly isPlain?: boolean;
  /** A further condition on the statement. */
  readonly when?: (reading: Reading, found: Found) => boolean;
  /** Appended to each pattern. */
  readonly and?: string;
};

/** Defines a sign by its patterns, as `readPattern` reads them. */
export function sign<Message extends string>(
  meaning: { readonly message: Message; readonly level: Level },
  descriptions: readonly string[],
  options: Options = {},
): Sign<Message> {
  return { ...meaning, descriptions, ...options };
}

/** Signs of one rule, read with the vocabulary. */
export type SignSet<Message extends string> = { readonly candidates: Candidate<Message>[] };
type Candidate<Message extends string> = { readonly sign: Sign<Message>; readonly pattern: Pattern };

export function createSignSet<Message extends string>(signs: readonly Sign<Message>[]): SignSet<Message> {
  const set: SignSet<Message> = { candidates: [] };
  beforeFirstText(() => {
    for (const sign of signs)
      for (const description of sign.descriptions)
        addCandidate(set, { sign, pattern: readPattern(`${description} ${sign.and ?? ""}`) });
  });
  return set;
}

/** The signs of all rules by the rarest concept that a statement must have for them, so that a statement tries few. */
const byConcept = new Map<number, { readonly set: SignSet<string>; readonly index: number }[]>();
const anchors: number[] = [];

function addCandidate<Message extends string>(set: SignSet<Message>, candidate: Candidate<Message>): void {
  const index = set.candidates.push(candidate) - 1;
  for (const concept of candidate.pattern.anchor) {
    const list = byConcept.get(concept) ?? [];
    list.push({ set, index });
    byConcept.set(concept, list);
    addBits(anchors, maskOf([concept]));
  }
}

export type SignFound<Message extends string> = {
  readonly message: Message;
  readonly level: Level;
  readonly reading: Reading;
  readonly found: Found;
  readonly pattern: Pattern;
  /** The words that were found, for the message. */
  readonly text: string;
};

/** The first sign in each statement that orders something; mentions and refusals are no orders. */
export function findSigns<Message extends string>(
  readings: readonly Reading[],
  set: SignSet<Message>,
): readonly SignFound<Message>[] {
  const all: SignFound<Message>[] = [];
  for (const { index, candidates } of candidatesIn(readings).get(set) ?? []) {
    const reading = readings[index] as Reading;
    const isProse = speaks(reading);
    for (const one of [...new Set(candidates)].sort((a, b) => a - b)) {
      const { sign, pattern } = set.candidates[one] as Candidate<Message>;
      if (!isProse && sign.isPlain !== true) continue;
      const found = findPattern(reading, pattern);
      if (found === undefined || !pattern.around.every((any) => isAround(readings, index, any))) continue;
      if (sign.when?.(reading, found) === false) continue;
      if (reading.statement.isQuoted || isQuestion(reading)) break;
      // "If it is not there, tell the user": the comma ends what "not" refers to.
      if (pattern.startsNegative && pattern.within === undefined && textOf(reading, found).includes(","))
        continue;
      if ((!pattern.isNegative && isNegated(reading, found)) || isMention(reading, found)) continue;
      all.push({
        message: sign.message,
        level: weigh(levelOf(sign, reading), reading),
        reading,
        found,
        pattern,
        text: textOf(reading, found),
      });
      break;
    }
  }
  return all;
}

/** For each set, the statements that may have some of its signs, and which. */
type Candidates = ReadonlyMap<
  SignSet<string>,
  readonly { readonly index: number; readonly candidates: number[] }[]
>;
const found = new WeakMap<readonly Reading[], Candidates>();

function candidatesIn(readings: readonly Reading[]): Candidates {
  const known = found.get(readings) ?? findCandidates(readings);
  found.set(readings, known);
  return known;
}

function findCandidates(readings: readonly Reading[]): Candidates {
  const all = new Map<SignSet<string>, { readonly index: number; readonly candidates: number[] }[]>();
  for (const [index, reading] of readings.entries()) {
    const { present } = reading;
    for (let at = Math.min(present.length, anchors.length) - 1; at >= 0; at--)
      for (let bits = (present[at] ?? 0) & (anchors[at] ?? 0); bits !== 0; bits &= bits - 1)
        for (const one of byConcept.get(at * 32 + 31 - Math.clz32(bits & -bits)) ?? []) {
          if (!mayHave(reading, (one.set.candidates[one.index] as Candidate<string>).pattern)) continue;
          const list = all.get(one.set) ?? [];
          all.set(one.set, list);
          if (list.at(-1)?.index === index) list.at(-1)?.candidates.push(one.index);
          else list.push({ index, candidates: [one.index] });
        }
  }
  return all;
}

/** "Disable the scanner? No." asks for nothing. */
function isQuestion({ statement: { plain, isHidden } }: Reading): boolean {
  return plain.endsWith("?") && !isHidden;
}

/** Statements of one passage are this near. */
const passage = 420;

/** Whether a statement or one of those beside it has one of some concepts. */
function isAround(readings: readonly Reading[], index: number, any: readonly number[]): boolean {
  const reading = readings[index];
  return [0, -1, 1, -2, 2].some((step) => {
    const at = index + step;
    const other = readings[at];
    return other !== undefined && reading !== undefined && isNear(reading, other) && hasAny(other, any);
  });
}

function isNear({ statement }: Reading, { statement: other }: Reading): boolean {
  return (
    statement.source === other.source &&
    Math.abs(statement.span.start - other.span.start) < passage &&
    statement.headings.at(-1) === other.headings.at(-1)
  );
}

/** References are long, and full of words that stand near each other; only what has hardly an honest reading counts there. */
const longReference = 30_000;

function levelOf({ level }: Sign<string>, { statement }: Reading): Level {
  const { role, text } = statement.source;
  return level === "medium" && role === "reference" && text.length > longReference && !statement.isHidden
    ? "low"
    : level;
}

/** Longer statements are lists and descriptions, in which any words stand near each other. */
const longest = 420;

/** Words near each other say little in titles, data and programs, which are no sentences to a reader. */
function speaks(reading: Reading): boolean {
  const { kind, source, isHidden, plain } = reading.statement;
  if (plain.length > longest) return false;
  if (isHidden) return true;
  if (kind === "heading" || source.role === "test" || source.role === "data") return false;
  if (kind === "comment" || source.language === "configuration") return has(reading, "ai");
  if (source.language !== "markdown" && source.language !== "text") return false;
  return kind !== "row" || has(reading, ...spokenTo);
}

/** What rows of a table have that tell somebody to do something, and rows of facts have not. */
const spokenTo = [
  "you",
  "ai",
  "user",
  "us",
  "secretFile",
  "envFile",
  "secret",
  "talk",
  "agentFile",
  "yourRules",
  "safety",
] as const;

/** Whether a statement has a word of a concept. */
export function has(reading: Reading, ...any: readonly WordSymbol[]): boolean {
  const concepts = any.map(numberOf);
  return overlap(reading.present, maskOf(concepts)) && hasAny(reading, concepts);
}

/** Where to report a statement: at the words themselves if the file has them as they are, otherwise the whole statement. */
export function placeOf({ statement }: Reading, words: string): Place {
  const { source, span } = statement;
  const at = words === "" ? -1 : source.text.slice(span.start, span.end).indexOf(words);
  const narrow: Span = at === -1 ? span : { start: span.start + at, end: span.start + at + words.length };
  return source.placeOf(narrow);
}

/** Samples that tests read and data that nothing refers to weigh less, and so do strings of programs, which agents seldom read. */
export function weigh(level: Level, { statement }: Reading): Level {
  const { role, isReached, language } = statement.source;
  if (!isReached && (role === "test" || role === "data")) return level === "critical" ? "medium" : "low";
  const isString = statement.kind === "value" && programs.has(language);
  return isString && level === "high" ? "medium" : level;
}

const programs = new Set(["python", "javascript", "shell", "powershell", "ruby", "perl", "php", "other"]);
