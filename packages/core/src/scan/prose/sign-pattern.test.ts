import { expect, test } from "vitest";
import type { Evidence, ScannedText } from "../evidence.ts";
import { createSignSet, findSigns, sign } from "./find-signs.ts";
import { readStatements } from "./read-statements.ts";
import { readingsOf } from "./reading.ts";

/** What the patterns find in a text, or nothing. */
function found(text: string, ...patterns: readonly string[]): readonly string[] {
  const source: ScannedText = {
    text,
    language: "markdown",
    role: "instructions",
    path: "SKILL.md",
    isReached: true,
    placeOf: (span) => ({ span }),
  };
  const set = createSignSet([sign({ message: "it", level: "medium" }, patterns)]);
  const evidence: Evidence = { texts: [source], statements: readStatements(source), actions: [], unread: [] };
  return findSigns(readingsOf(evidence), set).map((one) => one.text);
}

test.each([
  ["words in order, with a gap", "=drop ~2 =rules", "Please drop all those rules.", "drop all those rules"],
  ["any order, near each other", "=rules & =drop ^4", "Drop these rules.", "Drop these rules"],
  ["a concept in any form", "send ~1 =file", "Uploading the file is enough.", "Uploading the file"],
  ["a term around other words", "omit & =file ^6", "Leave that file out.", "Leave that file"],
  ["an order", "order: =skip ~1 =step", "Then skip the step.", "skip the step"],
  [
    "a concept elsewhere in the sentence",
    "=skip ~1 =step +=today",
    "Today you skip the step.",
    "skip the step",
  ],
  [
    "a concept in the next sentence",
    "=skip ~1 =step @=tomorrow",
    "Skip the step. It comes tomorrow.",
    "Skip the step",
  ],
  ["the next clause", "=skip & =tired ^^9", "Skip it; all are tired.", "Skip it; all are tired"],
])("a pattern finds %s", (...[, pattern, text, expected]) => {
  expect(found(text, pattern)).toEqual([expected]);
});

test.each([
  ["too far apart", "=drop ~1 =rules", "Drop all of those rules."],
  ["in another clause", "=rules & =drop ^6", "Drop it: these are the rules."],
  ["a report instead of an order", "order: =skip ~1 =step", "Users skip the step."],
  ["with a word that excludes it", "=skip ~1 =step !=later", "Skip the step and come back later."],
  ["without the word beside it", "=skip ~1 =step @=tomorrow", "Skip the step. It comes today."],
  ["negated", "=skip ~1 =step", "Never skip the step."],
  ["a question", "=skip ~1 =step", "Skip the step?"],
])("a pattern does not find what is %s", (_, pattern, text) => {
  expect(found(text, pattern)).toEqual([]);
});

test("a sign with a concept that does not exist is a mistake", () => {
  expect(() => found("Text.", "nonsense ~1 =rules")).toThrow("No concept named nonsense");
});
