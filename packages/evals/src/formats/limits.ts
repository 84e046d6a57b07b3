/** Bounds on what evals/formats reads, holds and prints. */
export const formatsLimits = {
  evalAssertions: 64,
  /** Queries that try a description; the guides say about twenty. */
  triggerQueries: 1000,
  /** Characters of an answer that a report of UAAPS shows: its number. */
  evalSnippetCharacters: 500,
  /** Characters of the name of an eval's folder, so that paths stay short on Windows. */
  evalSlugCharacters: 40,
  /** Pairs up to which every change of signs is tried, 65,536 of them; beyond, so many are drawn (error of p about 0.002). */
  evalExactPairs: 16,
  evalShuffles: 10_000,
  /** Samples that an interval is taken from; Efron and Tibshirani say a thousand or more. */
  evalResamples: 2000,
  /** Notes on statements and runs of one iteration: more than that nobody reads. */
  critiqueNotes: 12,
} as const;
