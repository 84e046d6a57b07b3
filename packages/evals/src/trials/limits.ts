/** Bounds on what evals/trials reads, holds and prints. */
export const trialsLimits = {
  trialFileBytes: 1_048_576,
  /** Files that are kept of what one trial made. */
  trialKeptFiles: 200,
  evidenceItems: 10,
  /** Characters of a sentence that may be an assertion; a longer one says more than one thing. */
  statementCharacters: 1000,
  /** Characters of the text that everything in a trial becomes for a judge, and of one speech, call or answer in it. */
  transcriptCharacters: 60_000,
  transcriptEventCharacters: 4000,
  /** Bytes of the files that are kept of what one trial made, holes included: hundreds of documents or pictures. */
  trialKeptBytes: 67_108_864,
  /** Lists and objects inside each other that a trial keeps of a call's input; tools have two or three. */
  trialInputDepth: 16,
} as const;
