import { compileGlob, expandBraces, type LinearExpression, printable } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import { toPlainPath } from "../testing/check-values.ts";
import { excerpt, findNearest } from "../testing/excerpt.ts";
import { compileExpression } from "../testing/regular-expression.ts";
import { findCommands, type TrialCommand } from "./find-commands.ts";
import { trialsLimits } from "./limits.ts";
import type { Trial, TrialFiles } from "./trial.ts";

/**
 * Whether an assertion holds for a trial, with the evidence; undefined for `custom`, which needs a judge or a script.
 *
 * - `contains`, `not-contains` and `matches-regex` look at everything the agent itself said, also before its last
 *   answer. Tool results, words of sub-agents and files do not count: they include the skill's own instructions, which
 *   would meet most expectations. Case matters; in expressions, `^` and `$` match at line ends.
 * - `file-created` and `file-modified` take a path in the agent's folder or a pattern (`*`, `?`, `**`, `{a,b}`) for whole
 *   paths: prefix a name with `**` and a slash to match it in any folder, and end a folder with a slash to match everything
 *   in it.
 * - `command-executed` takes part of a command line, in whole words separated by any white space. It covers shell commands
 *   and scripts of skills with their arguments, also of sub-agents. Commands need not succeed, but must have started: those
 *   that were refused, failed to start, or have no result do not count.
 */
export function judgeAssertion({ type, value }: Assertion, trial: Trial): AssertionVerdict | undefined {
  switch (type) {
    case "contains":
      return judgeWords(value, trial);
    case "not-contains":
      return judgeAbsence(value, trial);
    case "matches-regex":
      return judgeExpression(value, trial);
    case "file-created":
    case "file-modified":
      return judgeFile(value, type === "file-created" ? "created" : "modified", trial);
    case "command-executed":
      return judgeCommand(value, trial);
    case "custom":
      return undefined;
  }
}

type Change = "created" | "modified";

function judgeFile(pattern: string, change: Change, { files }: Trial): AssertionVerdict {
  const isWanted = matcherOf(pattern);
  const found = files[change].filter(isWanted);
  if (found.length > 0) return { passed: true, evidence: `Files ${change}: ${listSome(found)}.` };
  const otherwise = otherFates(files, change).find(({ paths }) => paths.some(isWanted));
  const path = otherwise?.paths.find(isWanted);
  if (otherwise && path !== undefined)
    return { passed: false, evidence: `${quote(path)} was not ${change}, but ${otherwise.fate}.` };
  const all = files[change].length === 0 ? "No file was." : `Files that were: ${listSome(files[change])}.`;
  return { passed: false, evidence: `No file like ${quote(pattern)} was ${change}. ${all}` };
}

/** An exact path matches first, because file names may contain wildcard characters. */
function matcherOf(pattern: string): (path: string) => boolean {
  const plain = toPlainPath(pattern);
  const whole = !pattern.endsWith("/");
  const globs = (expandBraces(pattern) ?? [pattern]).map((choice) => compileGlob(choice, { whole }));
  return (path) => path === plain || globs.some((matches) => matches(path));
}

type Fate = { readonly fate: string; readonly paths: readonly string[] };

function otherFates(files: TrialFiles, change: Change): readonly Fate[] {
  return [
    change === "created"
      ? { fate: "existed before and was modified", paths: files.modified }
      : { fate: "was created", paths: files.created },
    { fate: "was deleted", paths: files.deleted },
    { fate: "is unchanged", paths: files.unchanged },
  ];
}

function judgeWords(wanted: string, trial: Trial): AssertionVerdict {
  const words = wordsOf(trial);
  if (words.trim() === "") return silence;
  const { at, length } = findNearest(words, wanted);
  if (length === wanted.length) return passed(`The agent said ${quote(words, at)}.`);
  const near = length >= tellingCharacters ? ` What comes nearest is ${quote(words, at + length)}.` : "";
  return failed(`The agent did not say ${quote(wanted)}.${near || ` Its last words are ${lastOf(words)}.`}`);
}

/** Shorter matches occur in any text. */
const tellingCharacters = 8;

function judgeAbsence(unwanted: string, trial: Trial): AssertionVerdict {
  const words = wordsOf(trial);
  // Anything is absent from an empty text: an agent that never spoke has shown nothing.
  if (words.trim() === "") return silence;
  const { at, length } = findNearest(words, unwanted);
  if (length === unwanted.length) return failed(`The agent said ${quote(words, at)}.`);
  return passed(`${quote(unwanted)} is not in the ${words.length} characters that the agent said.`);
}

function judgeExpression(pattern: string, trial: Trial): AssertionVerdict {
  const expression = compileExpression(pattern);
  if (typeof expression !== "function") return failed(`${quote(pattern)}: ${expression.fault}.`);
  const words = wordsOf(trial);
  if (words.trim() === "") return silence;
  const matches = expression(words);
  if (matches === undefined) return failed(`The expression ${quote(pattern)} took too long to try.`);
  if (matches) return passed(`The agent said ${quote(findLine(expression, words))}.`);
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
 * Finds the line that completes the first match. Uses bisection, because an expression tells only whether a text matches:
 * about seventeen calls for the longest answers.
 */
function findLine(expression: LinearExpression, words: string): string {
  const lines = words.split("\n");
  let without = 0;
  let within = lines.length;
  while (within - without > 1) {
    const middle = Math.floor((without + within) / 2);
    const matches = expression(lines.slice(0, middle).join("\n"));
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

function judgeCommand(wanted: string, trial: Trial): AssertionVerdict {
  const commands = findCommands(trial);
  const words = markWords(wanted);
  const isWanted = ({ lines }: TrialCommand): boolean => lines.some((line) => hasWords(line, words));
  const ran = commands.filter(({ end }) => end === "ran");
  const found = ran.find(isWanted);
  if (found) return { passed: true, evidence: `Ran ${quote(found.lines[0] ?? "")}.` };
  const kept = commands.find((command) => command.end !== "ran" && isWanted(command));
  if (kept) return { passed: false, evidence: `${quote(kept.lines[0] ?? "")} ${describeEnd(kept)}.` };
  const names = ran.map(({ lines }) => lines[0] ?? "");
  const all = names.length === 0 ? "No command ran." : `Commands that ran: ${listSome(names)}.`;
  return { passed: false, evidence: `No command with ${quote(wanted)} ran. ${all}` };
}

function describeEnd({ end, answer = "" }: TrialCommand): string {
  if (end === "refused") return "was refused, so it did not run";
  return end === "not-begun" ? `did not start: ${quote(answer)}` : "was called, but has no result";
}

/** Whether a line contains these marked words in a row: `ls` is in `ls -l`, but not in `cat tools.txt`. */
function hasWords(line: string, words: string): boolean {
  return words !== "" && findNearest(markWords(line), words).length === words.length;
}

/** Puts one space between words, and a mark that no command line contains at both ends of each word. */
function markWords(text: string): string {
  return text
    .replaceAll("\0", "")
    .replace(/\\\r?\n/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\p{L}\p{N}_]+/gu, "\0$&\0");
}

/** Quotes an excerpt around a position, on one line and safe for terminals. */
function quote(text: string, at: number = 0): string {
  const part = excerpt(text, at, evalsLimits.evidenceCharacters);
  return `"${printable(part.replace(/\s+/g, " ").trim())}"`;
}

/** Quotes the first few items, and counts the others. */
function listSome(items: readonly string[]): string {
  const shown = items.slice(0, trialsLimits.evidenceItems).map((item) => quote(item));
  const left = items.length - shown.length;
  return [...shown, ...(left > 0 ? [`${left} more`] : [])].join(", ");
}

/** OmniForge's statement about a trial. */
export type Assertion = {
  readonly type: AssertionType;
  readonly value: string;
  readonly description?: string;
};

export type AssertionType = (typeof assertionTypes)[number];

export const assertionTypes = [
  "contains",
  "not-contains",
  "matches-regex",
  "file-created",
  "file-modified",
  "command-executed",
  "custom",
] as const;

/** Whether a statement is true, and the evidence. */
export type AssertionVerdict = { readonly passed: boolean; readonly evidence: string };
