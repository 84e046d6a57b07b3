/** Limits of evals/report. */
export const reportLimits = {
  /** Entries of an iteration that the report page reads, and their depth. */
  reportEntries: 200_000,
  reportDepth: 12,
  /** What it shows of one output and of all outputs, as text and as images; a page of 30 MB still opens. */
  reportTextCharacters: 20_000,
  reportTextsCharacters: 6_000_000,
  reportImageBytes: 2_097_152,
  reportImagesBytes: 16_777_216,
  /** Outputs of one run, characters of a transcript, and problems that it shows. */
  reportOutputs: 50,
  reportTranscriptCharacters: 60_000,
  reportProblems: 50,
  /** Characters of one comment, and bytes of one feedback request. */
  reportFeedbackCharacters: 20_000,
  reportFeedbackBytes: 2_097_152,
  /** Idle time after which the command stops serving the page. */
  reportIdleMs: 1_800_000,
  /** Statements of one eval that the page shows. */
  reportStatements: 200,
} as const;
