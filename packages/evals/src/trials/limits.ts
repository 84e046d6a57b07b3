/** Limits of evals/trials. */
export const trialsLimits = {
  /** Largest file of a trial whose text judges see. */
  trialFileBytes: 1_048_576,
  /** Files kept of one trial. */
  trialKeptFiles: 200,
  /** Files or commands named next to the result of an assertion. */
  evidenceItems: 10,
  /** Characters of a sentence that may be an assertion; a longer one says more than one thing. */
  statementCharacters: 1000,
  /** Characters of a trial's transcript for a judge, and of one message, call or answer in it. */
  transcriptCharacters: 60_000,
  transcriptEventCharacters: 4000,
  /** Bytes of the files kept of one trial: hundreds of documents or images. */
  trialKeptBytes: 67_108_864,
  /** Nesting kept of a call's input in a trial; tools have two or three levels. */
  trialInputDepth: 16,
} as const;
