/** Limits that several parts of evals share. */
export const evalsLimits = {
  /** Cases of one skill; the example skills have three or four. */
  testCases: 1000,
  /** Items in one list of a case; the longest list of the example skills has five. */
  testExpectations: 64,
  /** Characters of output, and of one JSON value, that a failure shows. */
  testExcerptCharacters: 2000,
  /** Evals of one skill; the guide starts with two or three. */
  evalCases: 500,
  /** Seconds for one eval of a package by default (UAAPS's number), and at most. */
  evalSeconds: 120,
  mostEvalSeconds: 3600,
  /** Characters of one results file: 1,000 runs with ten graded statements of 1 KB each. */
  evalResultCharacters: 16_777_216,
  /** Nesting in a results file; the deepest format has six levels. */
  evalResultDepth: 32,
  /** Files of a trial whose text judges see, and characters of all of them. */
  trialTexts: 20,
  trialTextCharacters: 60_000,
  /** Characters of a request shown in a recording. */
  recordingExcerptCharacters: 500,
  /** Trigger trials that run at a time by default. */
  triggerJobs: 4,
  /** Consecutive model faults before a measurement stops. */
  triggerFaults: 5,
  /** Skills listed beside the measured one by default: about as many as an agent's listing shows in full. */
  triggerNeighbors: 50,
  /** Bytes of kept runs that are read; about 150,000 runs. */
  triggerRunsBytes: 67_108_864,
  /** Characters of one quote that shows the result of an assertion. */
  evidenceCharacters: 300,
  /** Characters kept of one message, call or answer of a trial; everything fits into a results file. */
  trialEventCharacters: 200_000,
} as const;
