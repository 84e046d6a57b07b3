import { limits } from "../limits.ts";
import { foldText } from "./fold-text.ts";
import { createTokenScanner, tokenKind } from "./scan-tokens.ts";

type QueryTerm = { readonly term: number; readonly frequency: number };
export type AnalysedQuery = {
  readonly terms: readonly QueryTerm[];
  /** Neighbouring words, as positions in `terms`. */
  readonly pairs: readonly (readonly [number, number])[];
};

/** What a token counts when it is a number, the joined form of a compound, or stands in quoted code. */
const shares = { number: 0.4, joined: 0.5, code: 0.5 } as const;

export function analyseQuery(query: string): AnalysedQuery {
  const frequencies = new Map<number, number>();
  const sequence: number[] = [];
  let share = 1;
  const scan = createTokenScanner((term, kind) => {
    frequencies.set(term, (frequencies.get(term) ?? 0) + share * shareOf(kind));
    if (kind !== tokenKind.joined) sequence.push(term);
  });
  const text = foldText(query.slice(0, limits.searchQueryLength));
  for (let start = 0, inCode = false; start <= text.length; inCode = !inCode) {
    const fence = text.indexOf("```", start);
    const end = fence < 0 ? text.length : fence;
    share = inCode ? shares.code : 1;
    scan(text, start, end);
    start = end + 3;
  }
  const positions = new Map([...frequencies.keys()].map((term, position) => [term, position]));
  return {
    terms: [...frequencies].map(([term, frequency]) => ({ term: term >>> 0, frequency })),
    pairs: sequence
      .slice(1)
      .map((term, before) => [positions.get(sequence[before] ?? 0) ?? 0, positions.get(term) ?? 0]),
  };
}

function shareOf(kind: number): number {
  if (kind === tokenKind.joined) return shares.joined;
  return kind === tokenKind.number ? shares.number : 1;
}
