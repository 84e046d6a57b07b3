/** Bounds that several parts of evals share. */
export const evalsLimits = {
  /** Cases of one skill; the example skills have three or four. */
  testCases: 1000,
  /** Texts in one list of a case, of which expressions; the longest list of the example skills has five. */
  testExpectations: 64,
  /** Characters of output, and of one JSON value, that a failure shows. */
  testExcerptCharacters: 2000,
  /** Evals of one skill, and statements that one is judged by; the guide starts with two or three evals, skill-creator's longest has ten statements. */
  evalCases: 500,
  /** Seconds that one eval of a package may take when nothing is said, UAAPS, and at most. */
  evalSeconds: 120,
  mostEvalSeconds: 3600,
  /** Characters of one file of results: 1,000 runs with ten graded statements of 1 KB each. */
  evalResultCharacters: 16_777_216,
  /** Lists and objects inside each other in a file of results; the deepest format has six. */
  evalResultDepth: 32,
  /** Files that a trial made whose text judges see, characters of all of them, and bytes above which a file is not opened. */
  trialTexts: 20,
  trialTextCharacters: 60_000,
  recordingExcerptCharacters: 500,
  triggerJobs: 4,
  /** Trials in a row in which the model may fail before a measurement ends. */
  triggerFaults: 5,
  /** Skills that are listed beside a measured one when nothing is said: about as many as an agent's listing shows in full. */
  triggerNeighbors: 50,
  /** Bytes of kept runs that are read: about 150,000 runs. */
  triggerRunsBytes: 67_108_864,
  /** Characters of one quote that shows what came of an assertion, and files or commands that are named beside it. */
  evidenceCharacters: 300,
  /** What is kept of a trial: characters of one speech, call or answer; bytes of all as JSON, and of each list of files. All fits into a file of results. */
  trialEventCharacters: 200_000,
} as const;
