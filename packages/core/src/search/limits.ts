/** Limits of core/search. */
export const searchLimits = {
  /** Characters of a request that search reads; the longest of 3,703 collected requests has 1,500. */
  searchQueryLength: 4000,
  /** Terms of a request that are looked up, highest weight first. */
  searchQueryTerms: 48,
  /** Characters of a body that search reads; 99 of 100 public skills have fewer than 40,000. */
  searchBodyLength: 100_000,
  /** Distinct terms kept per skill; a body of 20,000 characters has about 900. */
  searchTermsPerSkill: 4096,
  /** Letters of a word that search distinguishes. */
  searchWordLength: 40,
  /** Parts of one compound such as `a-b/c.d` before the next begins. */
  searchCompoundParts: 8,
  /** Results of one search. */
  searchResults: 1000,
} as const;
