/** Bounds on what evals/report reads, holds and prints. */
export const reportLimits = {
  /** What the page of an eval looks at: files and folders of an iteration, and levels of them. */
  reportEntries: 200_000,
  reportDepth: 12,
  /** What it shows of one output and of all, in characters of texts and bytes of pictures: a page of 30 MB still opens. */
  reportTextCharacters: 20_000,
  reportTextsCharacters: 6_000_000,
  reportImageBytes: 2_097_152,
  reportImagesBytes: 16_777_216,
  /** Outputs of one run, characters of a transcript, and problems that it shows. */
  reportOutputs: 50,
  reportTranscriptCharacters: 60_000,
  reportProblems: 50,
  /** Characters of one remark of a person, and bytes of all that the page sends at once. */
  reportFeedbackCharacters: 20_000,
  reportFeedbackBytes: 2_097_152,
  /** How long nobody has to touch a served page until the command ends. */
  reportIdleMs: 1_800_000,
  /** Statements of one eval that the page shows. */
  reportStatements: 200,
} as const;
