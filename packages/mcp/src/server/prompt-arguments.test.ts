import { splitArguments } from "@skillwright/core/activate";
import { expect, test } from "vitest";
import { readPromptArguments } from "./serve-prompts.ts";

const named = { argumentNames: ["name", "tone"] };

test("one line is taken as it is", () => {
  expect(readPromptArguments({ arguments: "a  'b" }, {})).toBe("a  'b");
  expect(readPromptArguments({ arguments: "a b" }, named)).toBe("a b");
});

test("nothing given is nothing", () => {
  expect(readPromptArguments(undefined, named)).toBeUndefined();
  expect(readPromptArguments({}, named)).toBeUndefined();
  expect(readPromptArguments({ other: "x" }, named)).toBeUndefined();
});

test("named values keep their places, whatever they hold", () => {
  const line = readPromptArguments({ tone: 'warm "and" kind' }, named) ?? "";
  expect(splitArguments(line)).toEqual(["", 'warm "and" kind']);
  expect(readPromptArguments({ name: "Ann" }, named)).toBe("Ann");
});

test("a skill may call an argument of its own `arguments`", () => {
  expect(readPromptArguments({ arguments: "two words" }, { argumentNames: ["arguments"] })).toBe(
    '"two words"',
  );
});
