import fc from "fast-check";
import { expect, test } from "vitest";
import { joinArguments } from "./join-arguments.ts";
import { splitArguments } from "./split-arguments.ts";

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
