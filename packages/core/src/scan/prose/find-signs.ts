import type { Level } from "../../finding.ts";
import type { Span } from "../../text/span.ts";
import type { Place } from "../evidence.ts";
import { type Found, find, isMention, isNegated, type Phrase, phrase, textOf } from "./phrases.ts";
import type { Reading } from "./reading.ts";

/** What a rule looks for in one statement. */
export type Sign<Message extends string> = {
  readonly message: Message;
  readonly phrases: readonly Phrase[];
  /** If it is not the rule's level for the message. */
  readonly level?: Level;
  /** A further condition on the statement. */
  readonly when?: (reading: Reading, found: Found) => boolean;
  /** The phrase starts with "not" or "without", so that a negation before it is part of the sign. */
  readonly isNegative?: true;
};

export type SignFound<Message extends string> = {
  readonly sign: Sign<Message>;
  readonly reading: Reading;
  readonly found: Found;
  /** The words that were found, for the message. */
  readonly text: string;
};

/** Defines a sign by its phrases, as `phrase` reads them. */
export function sign<Message extends string>(
  message: Message,
  descriptions: readonly string[],
  more: Omit<Sign<Message>, "message" | "phrases"> = {},
): Sign<Message> {
  return { message, phrases: descriptions.map(phrase), ...more };
}

/** The first sign in each statement that orders something; mentions and refusals are no orders. */
function findSigns<Message extends string>(
  readings: readonly Reading[],
  signs: readonly Sign<Message>[],
): readonly SignFound<Message>[] {
  return readings.flatMap((reading) => {
    for (const one of signs) {
      for (const wanted of one.phrases) {
        const found = find(reading, wanted);
        if (found === undefined || (one.when && !one.when(reading, found))) continue;
        if (reading.statement.isQuoted) return [];
        // "If it is not there, tell the user": the comma ends what "not" refers to.
        if (one.isNegative && textOf(reading, found).includes(",")) continue;
        if ((!one.isNegative && isNegated(reading, found)) || isMention(reading, found)) continue;
        return [{ sign: one, reading, found, text: textOf(reading, found) }];
      }
    }
    return [];
  });
}

/** Signs, and loose ones of words near each other in statements in which nothing else was found. */
export function findAllSigns<Message extends string>(
  readings: readonly Reading[],
  signs: readonly Sign<Message>[],
  looseSigns: readonly Sign<Message>[],
): readonly SignFound<Message>[] {
  const found = findSigns(readings, signs);
  const known = new Set(found.map(({ reading }) => reading));
  const others = readings.filter((reading) => speaks(reading) && !known.has(reading));
  return [...found, ...findSigns(others, looseSigns).map(ofReferences)];
}

/** References are long, and full of words that stand near each other; a loose sign there is only worth a look. */
function ofReferences<Message extends string>(found: SignFound<Message>): SignFound<Message> {
  const { source, isHidden } = found.reading.statement;
  const isMinor = source.role === "reference" && !isHidden;
  return isMinor ? { ...found, sign: { ...found.sign, level: "low" } } : found;
}

/** Words near each other say little in tables, titles, data and programs, which are no sentences to a reader. */
function speaks({ statement }: Reading): boolean {
  const { kind, source, isHidden } = statement;
  if (isHidden) return true;
  if (kind === "heading" || kind === "cell" || kind === "comment") return false;
  if (source.role === "test" || source.role === "data") return false;
  return source.language === "markdown" || source.language === "text";
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
