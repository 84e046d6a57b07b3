import type { FeatureName } from "./ranking-features.ts";

/**
 * Weights of the second stage, learned on 3,703 public requests (listwise logistic regression, each repository weighing
 * the square root of its requests). Correlated features take opposite signs; docs/decisions/0010-search.md tells more.
 */
export const rankingWeights: Readonly<Record<FeatureName, number>> = {
  inName: -3.12,
  inDescription: 2.14,
  inTags: 4.4,
  inHeadings: -0.22,
  inBody: -2.73,
  inCode: -1.43,
  bm25f: -28.7,
  topical: 3.74,
  even: 5.8,
  rare: -5.35,
  local: 12.4,
  wholeText: 5.06,
  likelihood: 0.386,
  strongest: 3.91,
  covered: 3.11,
  leadCovered: -1.81,
  leadEven: 7.5,
  leadTopical: 0.925,
  leadLocal: -2.75,
  rarestCovered: 0.3,
  bestPassage: 0.0286,
  topicalPassage: 2.97,
  leadPairs: 0.565,
  pairs: 2.04,
  nameAnswered: 1.57,
  relative: 9.16,
  bodyLength: -0.0402,
  descriptionLength: -0.17,
};
