import { splitArguments } from "@skillwright/core/activate";
import { expect, test } from "vitest";
import { readPromptArguments } from "./serve-prompts.ts";

const named = { argumentNames: ["name", "tone"] };

test("a single line is used unchanged", () => {
  expect(readPromptArguments({ arguments: "a  'b" }, {})).toBe("a  'b");
  expect(readPromptArguments({ arguments: "a b" }, named)).toBe("a b");
});

test("no arguments give an empty text", () => {
  expect(readPromptArguments(undefined, named)).toBeUndefined();
  expect(readPromptArguments({}, named)).toBeUndefined();
  expect(readPromptArguments({ other: "x" }, named)).toBeUndefined();
});

test("named values keep their positions, whatever they contain", () => {
  const line = readPromptArguments({ tone: 'warm "and" kind' }, named) ?? "";
  expect(splitArguments(line)).toEqual(["", 'warm "and" kind']);
  expect(readPromptArguments({ name: "Ann" }, named)).toBe("Ann");
});

test("a skill can name one of its arguments `arguments`", () => {
  expect(readPromptArguments({ arguments: "two words" }, { argumentNames: ["arguments"] })).toBe(
    '"two words"',
  );
});
