/** Limits of evals/formats. */
export const formatsLimits = {
  /** Statements that one eval is judged by; skill-creator's longest eval has ten. */
  evalAssertions: 64,
  /** Trigger queries of a skill; the guides recommend about twenty. */
  triggerQueries: 1000,
  /** Characters of an answer in a UAAPS report; UAAPS's number. */
  evalSnippetCharacters: 500,
  /** Characters of the name of an eval's folder, so that paths stay short on Windows. */
  evalSlugCharacters: 40,
  /** Pairs up to which all 65,536 sign changes are tried; beyond that, random ones (error of p about 0.002). */
  evalExactPairs: 16,
  evalShuffles: 10_000,
  /** Bootstrap samples of an interval; Efron and Tibshirani recommend a thousand or more. */
  evalResamples: 2000,
  /** Notes on statements and runs of one iteration; readers stop at about a dozen. */
  critiqueNotes: 12,
} as const;
