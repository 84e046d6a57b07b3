import fc from "fast-check";
import { expect, test } from "vitest";
import { compileLinear } from "./linear-expression.ts";

const pieces = [
  ...[
    "a",
    "b",
    "A",
    "_",
    " ",
    "\n",
    "1",
    "é",
    "ſ",
    "K",
    ".",
    "\\d",
    "\\W",
    "\\s",
    "\\b",
    "\\B",
    "^",
    "$",
    "|",
  ],
  ...[
    "[ab]",
    "[^a]",
    "[]",
    "[^]",
    "[\\]a]",
    "[\\b]",
    "(",
    "(?:",
    "(?<n>",
    ")",
    "(a|b)",
    "(?:a|)",
    "{",
    "}",
    "]",
  ],
  ...["*", "+", "?", "{2}", "{1,2}", "{0,}", "{,2}", "*?", "{2}?"],
  ...[
    "\\n",
    "\\x61",
    "\\x6",
    "\\u0062",
    "\\u00",
    "\\cA",
    "\\c",
    "\\C",
    "\\0",
    "\\012",
    "\\/",
    "\\-",
    "\\p{L}",
  ],
];
const letters = [..."abcABCu_ 1\n\r\u2028x{}]\\p-/éÉsſkK\b\0\u0001\u000a"];

test("an expression matches exactly what the same `RegExp` matches", () => {
  const written = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((found) => found.join(""));
  const text = fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map((found) => found.join(""));
  const flags = fc.record({ ignoreCase: fc.boolean(), multiline: fc.boolean() });
  const texts = fc.array(text, { minLength: 5, maxLength: 5 });
  let compared = 0;
  fc.assert(
    fc.property(fc.tuple(written, flags, texts), ([pattern, options, all]) => {
      const native = toRegExp(pattern, `${options.ignoreCase ? "i" : ""}${options.multiline ? "m" : ""}`);
      const linear = compileLinear(pattern, options);
      expect(typeof linear === "function").toBe(native !== undefined);
      if (typeof linear !== "function") return;
      for (const one of all) expect([one, linear(one)]).toEqual([one, native?.test(one)]);
      compared++;
    }),
    { numRuns: 10_000 },
  );
  expect(compared).toBeGreaterThan(1000);
});

function toRegExp(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

test.each([
  ["(", "Unterminated group"],
  ["a(?=b)", "it uses look-around, which is not supported"],
  ["(?<!b)a", "it uses look-around, which is not supported"],
  ["(a)\\1", "it uses a back reference, which is not supported"],
  ["(?<n>a)\\k<n>", "it uses a back reference, which is not supported"],
  ["(?i:a)", "it uses a flag inside the pattern, which is not supported"],
  ["a".repeat(5000), "it has more than 4096 characters"],
  ["(a{100}){100}", "it repeats too much"],
  ["(?:){1000000000}", "it repeats too much"],
  ["(((?:){1000}){1000}){1000}", "it repeats too much"],
])("%s is refused: %s", (pattern, fault) => {
  expect(compileLinear(pattern)).toEqual({ fault });
});
