import { isMention } from "./phrases.ts";
import type { Reading } from "./reading.ts";

/** What a sentence means, whatever its grammar: one pattern for each part, near each other in any order. */
export type Meaning<Message extends string> = {
  readonly message: Message;
  readonly parts: readonly RegExp[];
  /** Honest sentences in the same words. */
  readonly unless?: RegExp;
};

export type MeaningFound<Message extends string> = {
  readonly message: Message;
  readonly reading: Reading;
  readonly text: string;
};

/** A pattern of words, of which any may stand where a space is; patterns are bounded by the length of a sentence. */
export function words(...alternatives: readonly string[]): RegExp {
  return new RegExp(String.raw`\b(?:${alternatives.join("|").replaceAll(" ", String.raw`\s{1,3}`)})`, "i");
}

/** The first meaning of each sentence, cell or remark that speaks to an agent; in tables, of a whole row. */
export function findMeanings<Message extends string>(
  readings: readonly Reading[],
  meanings: readonly Meaning<Message>[],
): readonly MeaningFound<Message>[] {
  return readings.flatMap((reading, index) => {
    const plain = textOf(reading);
    if (plain === undefined) return [];
    const around = (): string =>
      [-1, 0, 1].map((step) => neighbor(reading, readings[index + step])).join(" ");
    const found = meanings.find((meaning) => means(plain, meaning, around));
    if (found === undefined || reading.statement.isQuoted || reports.test(plain)) return [];
    const start = found.parts[0]?.exec(reading.statement.plain)?.index ?? 0;
    const at = Math.max(
      0,
      reading.words.findIndex((word) => word.start >= start),
    );
    if (isMention(reading, { first: at, last: at })) return [];
    return [{ message: found.message, reading, text: reading.statement.plain.slice(0, longestShown) }];
  });
}

/** The first two parts stand near each other; the others may be in the sentence before or after. */
const reach = 110;

function means(plain: string, { parts, unless }: Meaning<string>, around: () => string): boolean {
  const main: RegExpExecArray[] = [];
  for (const part of parts) {
    const match = part.exec(plain);
    if (match !== null && main.length < 2) main.push(match);
    else if (match === null && (main.length < 2 || !part.test(around()))) return false;
  }
  const [first, second] = main;
  if (first !== undefined && second !== undefined) {
    const gap = Math.max(
      first.index - second.index - second[0].length,
      second.index - first.index - first[0].length,
    );
    if (gap > reach) return false;
  }
  return unless?.test(plain) !== true;
}

/** The sentence before or after, if it belongs to the same passage. */
function neighbor({ statement }: Reading, other: Reading | undefined): string {
  if (other === undefined || other.statement.source !== statement.source) return "";
  const { span, plain, headings } = other.statement;
  const isNear = Math.abs(span.start - statement.span.start) < longest && plain.length <= longest;
  return isNear && headings.at(-1) === statement.headings.at(-1) ? plain : "";
}

/** Longer statements are lists and prompts in which any words stand near each other. */
const longest = 420;
const longestShown = 200;

function textOf({ statement }: Reading): string | undefined {
  const { kind, plain, source, isHidden, span } = statement;
  if (plain.length > longest) return undefined;
  if (isHidden) return plain;
  if (kind === "heading" || source.role === "test" || source.role === "data") return undefined;
  if (kind === "comment" || (kind === "value" && source.language === "configuration"))
    return addressee.test(plain) ? plain : undefined;
  if (source.language !== "markdown" && source.language !== "text") return undefined;
  if (kind !== "cell") return plain;
  const { text } = source;
  const start = text.lastIndexOf("\n", span.start) + 1;
  const end = text.indexOf("\n", span.end);
  // One finding for a row is enough.
  const row = text.slice(start, end === -1 ? undefined : end);
  const isFirst = /^[\s|]{0,8}$/.test(text.slice(start, span.start));
  return isFirst && row.length <= longest ? row.replace(/[|`*_]/g, " ") : undefined;
}

const addressee = /\b(?:agents?|assistants?|(?:ai|language)\s+models?|model|llms?|ai|system\s+prompt)\b/i;

/** What a text says about others, or forbids. */
const reports =
  /\b(?:injections?|jailbreak\w*|attack\w*|malicious|adversar\w+|untrusted|phishing|red\s+flags?|suspicious|scam\w*|vulnerab\w+|threats?)\b/i;
