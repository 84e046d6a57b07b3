import { type FeatureName, featureNames } from "./ranking-features.ts";

/**
 * Logistic regression of "this is the wanted skill" on features that do not depend on the size of the library, learned
 * on libraries of 10 to 5,000 skills with and without the wanted one.
 */
const intercept = -4.31;
const weights: Readonly<Partial<Record<FeatureName, number>>> = {
  covered: 1.8,
  leadCovered: 2.25,
  pairs: 2.89,
  nameAnswered: 1.09,
};

/** Probability that a skill is the wanted one. */
export function confidenceOf(features: Float64Array): number {
  const evidence = featureNames.reduce(
    (sum, name, index) => sum + (weights[name] ?? 0) * (features[index] ?? 0),
    intercept,
  );
  return 1 / (1 + Math.exp(-evidence));
}
