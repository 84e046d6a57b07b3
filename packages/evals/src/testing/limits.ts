/** Bounds on what evals/testing reads, holds and prints. */
export const testingLimits = {
  /** Seconds that a skill's test may take when nothing is said, document a, and at most: as long as any command. */
  testSeconds: 30,
  mostTestSeconds: 600,
  /** Bytes of `test-config.json` and of one case: what the YAML reader takes. */
  testFileBytes: 262_144,
  /** Variables of one `test-config.json`. */
  testVariables: 256,
  testExpressions: 32,
  /** Characters of one such expression. */
  testExpressionCharacters: 1000,
  /** Problems that are told of one file, the others are counted; characters of one. */
  testFileProblems: 100,
  testProblemCharacters: 500,
  /** Bytes kept of each stream of a tested command; a test that writes more is no test that anybody reads. */
  testOutputBytes: 1_048_576,
  /** Bytes of a kept snapshot: both streams, each character spelled as an escape of six. */
  testSnapshotBytes: 16_777_216,
  testValueCharacters: 200,
  /** Differences in JSON, and files, that one case is told. */
  testDifferences: 20,
  /** Lines on each side that are compared one with another, lines that are shown of a difference, and of its surroundings. */
  testDiffLines: 500,
  testShownLines: 60,
  testContextLines: 2,
} as const;
