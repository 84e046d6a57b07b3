import { compileExpression } from "../testing/compile-expression.ts";
import { findNearest } from "../testing/find-nearest.ts";
import type { TryExpression } from "../testing/judge-run.ts";
import type { AssertionVerdict } from "./assertion.ts";
import { quote } from "./evidence.ts";
import type { Trial } from "./trial.ts";

export function judgeWords(wanted: string, trial: Trial): AssertionVerdict {
  const words = wordsOf(trial);
  if (words.trim() === "") return silence;
  const { at, length } = findNearest(words, wanted);
  if (length === wanted.length) return passed(`The agent said ${quote(words, at)}.`);
  const near = length >= tellingCharacters ? ` What comes nearest is ${quote(words, at + length)}.` : "";
  return failed(`The agent did not say ${quote(wanted)}.${near || ` Its last words are ${lastOf(words)}.`}`);
}

/** Fewer are found in any text. */
const tellingCharacters = 8;

export function judgeAbsence(unwanted: string, trial: Trial): AssertionVerdict {
  const words = wordsOf(trial);
  // Of nothing everything is absent: an agent that never spoke has shown nothing.
  if (words.trim() === "") return silence;
  const { at, length } = findNearest(words, unwanted);
  if (length === unwanted.length) return failed(`The agent said ${quote(words, at)}.`);
  return passed(`${quote(unwanted)} is nowhere in the ${words.length} characters that the agent said.`);
}

export function judgeExpression(
  pattern: string,
  trial: Trial,
  tryExpression: TryExpression,
): AssertionVerdict {
  const expression = compileExpression(pattern);
  if (!(expression instanceof RegExp)) return failed(`${quote(pattern)}: ${expression.fault}.`);
  const words = wordsOf(trial);
  if (words.trim() === "") return silence;
  const matches = tryExpression(expression, words);
  if (matches === undefined) return failed(`The expression ${quote(pattern)} took too long to try.`);
  if (matches) return passed(`The agent said ${quote(findLine(expression, words, tryExpression))}.`);
  return failed(
    `Nothing that the agent said matches ${quote(pattern)}. Its last words are ${lastOf(words)}.`,
  );
}

/**
 * Everything that the agent itself said, and its answer where nobody listened. An agent that took no step said nothing: its answer is
 * then the reason for which it was not begun, as when the skill was refused.
 */
function wordsOf({ events, answer, steps }: Trial): string {
  const said = events.flatMap((event) =>
    event.type === "said" && event.agent === undefined ? [event.text] : [],
  );
  const isHeard = said.at(-1)?.trimEnd().endsWith(answer.trimEnd()) ?? false;
  return [...said, ...(isHeard || steps === 0 ? [] : [answer])].join("\n");
}

/**
 * The line at whose end there is a first match. Only a trier that is bounded may look for it, so it is asked about ever fewer lines:
 * some seventeen times for the longest answers.
 */
function findLine(expression: RegExp, words: string, tryExpression: TryExpression): string {
  const lines = words.split("\n");
  let without = 0;
  let within = lines.length;
  while (within - without > 1) {
    const middle = Math.floor((without + within) / 2);
    const matches = tryExpression(expression, lines.slice(0, middle).join("\n"));
    if (matches === undefined) break;
    if (matches) within = middle;
    else without = middle;
  }
  return lines[within - 1] ?? words;
}

function lastOf(words: string): string {
  return quote(words, words.length);
}

const passed = (evidence: string): AssertionVerdict => ({ passed: true, evidence });
const failed = (evidence: string): AssertionVerdict => ({ passed: false, evidence });
const silence = failed("The agent said nothing.");
