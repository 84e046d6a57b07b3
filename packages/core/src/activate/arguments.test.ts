import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { joinArguments, splitArguments } from "./arguments.ts";

test.each<[string, readonly string[]]>([
  ["", []],
  [" \t\n ", []],
  ["one", ["one"]],
  [" one\ttwo\nthree ", ["one", "two", "three"]],
  ["'one two' three", ["one two", "three"]],
  ['"one two" three', ["one two", "three"]],
  ['a"b c"d', ["ab cd"]],
  [`"it's" 'say "x"'`, ["it's", 'say "x"']],
  [`"" ''`, ["", ""]],
  ['"a \\"b\\" c"', ['a "b" c']],
  ["'a \\ b'", ["a \\ b"]],
  ["one\\ two", ["one two"]],
  ["\\'x\\'", ["'x'"]],
  ["a\\\\b", ["a\\b"]],
  ["🙂 é", ["🙂", "é"]],
])("%j is split into %j", (line, words) => {
  expect(splitArguments(line)).toEqual(words);
});

test("an unmatched quote is an apostrophe", () => {
  expect(splitArguments("fix the user's page")).toEqual(["fix", "the", "user's", "page"]);
  expect(splitArguments('5" disk')).toEqual(['5"', "disk"]);
  expect(splitArguments("'")).toEqual(["'"]);
});

test("a Windows path survives", () => {
  expect(splitArguments("C:\\Users\\me\\notes.md")).toEqual(["C:\\Users\\me\\notes.md"]);
  expect(splitArguments("end\\")).toEqual(["end\\"]);
});

test("shell expansions and commands are left unexpanded", () => {
  const line = "$HOME $(id) `id` *.md ~ a;b a|b >out &";
  expect(splitArguments(line)).toEqual(["$HOME", "$(id)", "`id`", "*.md", "~", "a;b", "a|b", ">out", "&"]);
});

test("splits quoted and plain words like a real shell", () => {
  const word = fc.string({ unit: fc.constantFrom(..."ab é.-_"), minLength: 1, maxLength: 6 });
  const quoted = fc.oneof(
    word.map((text) => `'${text}'`),
    word.map((text) => `"${text}"`),
    fc.constantFrom("plain", '"a\\"b"', "''", "a\\ b", "x'y z'"),
  );
  const lines = fc.sample(fc.array(quoted, { minLength: 1, maxLength: 5 }), { numRuns: 30, seed: 1 });
  for (const line of lines.map((words) => words.join(" "))) {
    const script = `for word in ${line}; do printf '%s\\0' "$word"; done`;
    const shell = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
    expect(splitArguments(line)).toEqual(shell);
  }
});

test("a long line of quotes and backslashes takes linear time", () => {
  for (const text of ['"\\', "'", '"', '\\"', "\\'\"", "a ", '"\\"'])
    expect(splitArguments(text.repeat(50_000)).length).toBeGreaterThan(0);
});

test("only words that need it are quoted", () => {
  expect(joinArguments(["fix", "the login page", "", "$HOME/*.md"])).toBe(
    'fix "the login page" "" $HOME/*.md',
  );
  expect(joinArguments(["don't", 'say "x"', "C:\\dir"])).toBe('"don\'t" "say \\"x\\"" "C:\\\\dir"');
  expect(joinArguments([])).toBe("");
});

test("any words survive a round trip", () => {
  const word = fc.string({ unit: fc.constantFrom(..."ab \n\"'\\$é🙂") });
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(splitArguments(joinArguments(words))).toEqual(words);
    }),
  );
});
