import { findNearest } from "../testing/find-nearest.ts";
import type { AssertionVerdict } from "./assertion.ts";
import { listSome, quote } from "./evidence.ts";
import { findCommands, type TrialCommand } from "./find-commands.ts";
import type { Trial } from "./trial.ts";

export function judgeCommand(wanted: string, trial: Trial): AssertionVerdict {
  const commands = findCommands(trial);
  const words = markWords(wanted);
  const isWanted = ({ lines }: TrialCommand): boolean => lines.some((line) => hasWords(line, words));
  const ran = commands.filter(({ end }) => end === "ran");
  const found = ran.find(isWanted);
  if (found) return { passed: true, evidence: `Ran ${quote(found.lines[0] ?? "")}.` };
  const kept = commands.find((command) => command.end !== "ran" && isWanted(command));
  if (kept) return { passed: false, evidence: `${quote(kept.lines[0] ?? "")} ${tellEnd(kept)}.` };
  const names = ran.map(({ lines }) => lines[0] ?? "");
  const all = names.length === 0 ? "No command ran." : `Commands that ran: ${listSome(names)}.`;
  return { passed: false, evidence: `No command with ${quote(wanted)} ran. ${all}` };
}

function tellEnd({ end, answer = "" }: TrialCommand): string {
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
