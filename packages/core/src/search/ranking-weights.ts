import type { FeatureName } from "./ranking-features.ts";

/**
 * Weights of the second stage, learned on 3,703 public requests (listwise logistic regression, each repository weighted
 * by the square root of its requests). Correlated features take opposite signs; see docs/decisions/0010-search.md.
 */
export const rankingWeights: Readonly<Record<FeatureName, number>> = {
  inName: -3.21,
  inDescription: 1.97,
  inTags: 4.26,
  inHeadings: -0.123,
  inBody: -2.62,
  inCode: -1.53,
  bm25f: -28.6,
  topical: 3.44,
  even: 5.58,
  rare: -5.47,
  local: 12.5,
  wholeText: 5.0,
  likelihood: 0.34,
  strongest: 3.82,
  covered: 3.22,
  leadCovered: -1.86,
  leadEven: 7.57,
  leadTopical: 0.963,
  leadLocal: -2.76,
  rarestCovered: 0.314,
  bestPassage: -0.398,
  topicalPassage: 3.1,
  leadPairs: 0.457,
  pairs: 2.4,
  nameAnswered: 1.59,
  relative: 9.28,
  bodyLength: -0.0683,
  descriptionLength: -0.167,
};
