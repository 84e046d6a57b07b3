import type { Evidence, Statement } from "../evidence.ts";
import { isMention, isNegated } from "./mention.ts";
import { type Reading, readingsOf } from "./reading.ts";

export type OrderFound = { readonly reading: Reading; readonly text: string };

/** A statement is looked at up to here. */
const longest = 1000;

/** Statements in documents in which a pattern finds an order: neither quoted nor refused. Patterns have bounded gaps. */
export function findOrders(evidence: Evidence, patterns: readonly RegExp[]): readonly OrderFound[] {
  return readingsOf(evidence).flatMap((reading) => {
    const { statement } = reading;
    if (!speaks(statement)) return [];
    const plain = statement.plain.slice(0, longest);
    for (const pattern of patterns) {
      const match = pattern.exec(plain);
      if (!match) continue;
      const at = wordAt(reading, match.index);
      if (statement.isQuoted || isNegated(reading, at) || isMention(reading, at)) continue;
      return [{ reading, text: match[0] }];
    }
    return [];
  });
}

function wordAt({ words }: Reading, offset: number): { readonly first: number; readonly last: number } {
  const first = Math.max(
    0,
    words.findIndex(({ start }) => start >= offset),
  );
  return { first, last: first };
}

function speaks({ kind, source, isHidden }: Statement): boolean {
  if (isHidden) return true;
  return (
    kind !== "heading" &&
    kind !== "comment" &&
    kind !== "value" &&
    source.role !== "test" &&
    source.role !== "data" &&
    (source.language === "markdown" || source.language === "text")
  );
}
