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

/** Shorter matches occur in any text. */
const tellingCharacters = 8;

export function judgeAbsence(unwanted: string, trial: Trial): AssertionVerdict {
  const words = wordsOf(trial);
  // Anything is absent from an empty text: an agent that never spoke has shown nothing.
  if (words.trim() === "") return silence;
  const { at, length } = findNearest(words, unwanted);
  if (length === unwanted.length) return failed(`The agent said ${quote(words, at)}.`);
  return passed(`${quote(unwanted)} is not in the ${words.length} characters that the agent said.`);
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
  return failed(`Nothing the agent said matches ${quote(pattern)}. Its last words are ${lastOf(words)}.`);
}

/**
 * Everything the agent itself said, plus its answer if that was not among it. An agent that took no step said
 * nothing: its answer is then the reason why it did not start, such as a refused skill.
 */
function wordsOf({ events, answer, steps }: Trial): string {
  const said = events.flatMap((event) =>
    event.type === "said" && event.agent === undefined ? [event.text] : [],
  );
  const isHeard = said.at(-1)?.trimEnd().endsWith(answer.trimEnd()) ?? false;
  return [...said, ...(isHeard || steps === 0 ? [] : [answer])].join("\n");
}

/**
 * Finds the line that completes the first match. Uses bisection, because only the time-limited
 * `tryExpression` may run the expression: about seventeen calls for the longest answers.
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
