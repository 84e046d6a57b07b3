/** Bounds on what evals/judging reads, holds and prints. */
export const judgingLimits = {
  /** Characters of an agent's answer and of the names of its files that a judge sees: with texts and transcript about 40,000 tokens. */
  judgedAnswerCharacters: 40_000,
  judgedFileNameCharacters: 10_000,
  /** Characters of a task, of what is expected and of a skill's body in a question, and of one statement or description. */
  questionTextCharacters: 40_000,
  questionLineCharacters: 4000,
  /** Characters of a judge's answer, of which so many are shown to it again, and lists and objects inside each other in it. */
  judgmentCharacters: 262_144,
  judgmentShownCharacters: 20_000,
  judgmentDepth: 16,
  /** Characters of a quote that counts, blanks aside and unless it is a whole line; and quotes of one statement. */
  quoteCharacters: 8,
  quotes: 16,
  /** Characters of a text whose absence proves something: a longer one is never there. */
  absentCharacters: 120,
  /** Characters of one quote and of all the evidence that is kept of a judge's answer; claims, suggestions and such of one. */
  shownQuoteCharacters: 300,
  judgedEvidenceCharacters: 2000,
  judgeRemarks: 20,
} as const;
