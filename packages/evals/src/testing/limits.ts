/** Limits of evals/testing. */
export const testingLimits = {
  /** Seconds that a test may take by default, as in UAAPS, and at most: as long as any command. */
  testSeconds: 30,
  mostTestSeconds: 600,
  /** Bytes of `test-config.json` and of one case: what the YAML reader takes. */
  testFileBytes: 262_144,
  /** Variables of one `test-config.json`. */
  testVariables: 256,
  /** Characters of the name of a scenario or its case, and of a tag: one line of a report. */
  scenarioNameCharacters: 120,
  /** Regular expressions in one list of a case. */
  testExpressions: 32,
  /** Characters of one such expression. */
  testExpressionCharacters: 1000,
  /** Problems that are reported for one file, the others are counted; characters of one. */
  testFileProblems: 100,
  testProblemCharacters: 500,
  /** Bytes that are kept of each stream of a tested command. */
  testOutputBytes: 1_048_576,
  /** Bytes of a snapshot: both streams, each character as an escape of six. */
  testSnapshotBytes: 16_777_216,
  /** Characters of one JSON value that a failure shows. */
  testValueCharacters: 200,
  /** Differences in JSON, and files, that are reported for one case. */
  testDifferences: 20,
  /** Lines on each side that are compared; lines of a difference, and of its context, that are shown. */
  testDiffLines: 500,
  testShownLines: 60,
  testContextLines: 2,
} as const;
