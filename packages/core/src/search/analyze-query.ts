import { searchLimits } from "./limits.ts";
import { padText, textEnd, textStart } from "./pad-text.ts";
import { createTokenScanner, tokenKind } from "./scan-tokens.ts";

type QueryTerm = { readonly term: number; readonly frequency: number };
export type AnalyzedQuery = {
  readonly terms: readonly QueryTerm[];
  /** Adjacent words, as positions in `terms`. */
  readonly pairs: readonly (readonly [number, number])[];
};

/** Weights of tokens that are numbers, joined compounds, or inside quoted code. */
const shares = { number: 0.4, joined: 0.5, code: 0.5 } as const;

export function analyzeQuery(query: string): AnalyzedQuery {
  const frequencies = new Map<number, number>();
  const sequence: number[] = [];
  const text = padText(query.slice(0, searchLimits.searchQueryLength));
  const end = textEnd(text);
  const scan = createTokenScanner();
  for (let start = textStart, inCode = false; start <= end; inCode = !inCode) {
    const fence = text.indexOf("```", start);
    const stop = fence < 0 ? end : fence;
    const { terms, kinds, count } = scan(text, start, stop);
    for (let at = 0; at < count; at++) {
      const term = terms[at] ?? 0;
      const kind = kinds[at] ?? 0;
      frequencies.set(term, (frequencies.get(term) ?? 0) + shareOf(kind) * (inCode ? shares.code : 1));
      if (kind !== tokenKind.joined) sequence.push(term);
    }
    start = stop + 3;
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
