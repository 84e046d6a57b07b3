import { expect, test } from "vitest";
import { type Command, UsageError } from "./command.ts";
import { parseInvocation } from "./parse-invocation.ts";

const command: Command = {
  name: "exec",
  usage: "",
  examples: [],
  flags: {
    json: { type: "boolean", short: "j", help: "" },
    write: { type: "string", value: "DIR", help: "" },
  },
  ownWords: 2,
  run: async () => 0,
};

function parse(words: readonly string[], more: Partial<Command> = {}): object {
  const { positionals, flag, options } = parseInvocation({ ...command, ...more }, words);
  return { words: positionals, json: flag("json"), write: options("write") };
}

test.each([
  [["a", "b"], { words: ["a", "b"], json: false, write: [] }],
  [["--json", "a", "b", "--json"], { words: ["a", "b", "--json"], json: true, write: [] }],
  [
    ["a", "--write", "x", "b", "--write", "y"],
    { words: ["a", "b", "--write", "y"], json: false, write: ["x"] },
  ],
  [
    ["a", "b", "-h", "--help", "--no-such"],
    { words: ["a", "b", "-h", "--help", "--no-such"], json: false, write: [] },
  ],
  [["a", "b", "--", "--json"], { words: ["a", "b", "--json"], json: false, write: [] }],
  [["a", "b", "--", "--", "x"], { words: ["a", "b", "--", "x"], json: false, write: [] }],
  [["a", "b", "x", "--", "y"], { words: ["a", "b", "x", "--", "y"], json: false, write: [] }],
  [["--", "a", "b", "-j"], { words: ["a", "b", "-j"], json: false, write: [] }],
  [["--write=a", "a", "-j", "b", ""], { words: ["a", "b", ""], json: true, write: ["a"] }],
  [["a"], { words: ["a"], json: false, write: [] }],
  [["a", "--json"], { words: ["a"], json: true, write: [] }],
])("in %j, words after the second belong to the script", (words, expected) => {
  expect(parse(words)).toEqual(expected);
});

test("an unknown flag is refused before the second word, also when a word follows it", () => {
  expect(() => parse(["--no-such", "a", "b", "c"])).toThrow(UsageError);
  expect(() => parse(["a", "--no-such", "b"])).toThrow("Unknown option '--no-such'.");
});

test("other commands read flags in any position", () => {
  const { ownWords: _, ...other } = command;
  const { positionals, flag } = parseInvocation(other, ["a", "b", "c", "--json"]);
  expect([positionals, flag("json")]).toEqual([["a", "b", "c"], true]);
});
