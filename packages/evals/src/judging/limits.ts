/** Limits of evals/judging. */
export const judgingLimits = {
  /** Characters of an agent's answer and of its file names that a judge sees; about 40,000 tokens with texts and transcript. */
  judgedAnswerCharacters: 40_000,
  judgedFileNameCharacters: 10_000,
  /** Characters of a task, expected output or skill body in a question, and of one statement or description. */
  questionTextCharacters: 40_000,
  questionLineCharacters: 4000,
  /** Characters of a judge's answer, how many of them a repair request repeats, and its nesting. */
  judgmentCharacters: 262_144,
  judgmentShownCharacters: 20_000,
  judgmentDepth: 16,
  /** Characters of a valid quote, without spaces and unless it is a whole line; and quotes per statement. */
  quoteCharacters: 8,
  quotes: 16,
  /** Characters of a text whose absence counts as evidence; longer texts are absent anyway. */
  absentCharacters: 120,
  /** Files of a skill in one question about its safety. */
  reviewedTexts: 40,
  /** Characters kept of one quote and of all evidence of a judge's answer; and its remarks. */
  shownQuoteCharacters: 300,
  judgedEvidenceCharacters: 2000,
  judgeRemarks: 20,
} as const;
