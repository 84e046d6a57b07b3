import fc from "fast-check";
import semver from "semver";
import { expect, test } from "vitest";
import { fitsVersion, readVersionRange } from "./version-range.ts";

function fits(version: string, range: string): boolean | undefined {
  const read = readVersionRange(range);
  return read && fitsVersion(version, read);
}

test.each([
  "acme",
  "personal",
  "x",
  "*",
  "latest",
  "",
  "-1",
  "1.x-beta",
  "1.2.3.x",
  "1.2.3.4",
  "^",
  "1 foo",
  "1 ||",
  "^1".repeat(200),
])("%j is not a range", (text) => {
  expect(readVersionRange(text)).toBeUndefined();
});

test.each([
  ["1.0", "^1", true],
  ["1", "1.x", true],
  ["v2.1", ">=2", true],
  ["1.10", ">1.9", true],
  ["soon", ">=0", false],
  ["1.5.0", ">=1,<2", true],
  ["1.5.0", "==1.5.0", true],
])("a skill of version %j for %j: %j", (version, range, answer) => {
  expect(fits(version, range)).toBe(answer);
});

const number = fc.integer({ min: 0, max: 3 }).map(String);
const preview = fc.constantFrom("", "", "-0", "-1", "-alpha", "-alpha.1", "-beta.2", "-10", "-9");
const version = fc.tuple(number, number, number, preview).map(([a, b, c, d]) => `${a}.${b}.${c}${d}`);
const partial = fc.oneof(
  version,
  number,
  fc.tuple(number, number).map((parts) => parts.join(".")),
  number.map((one) => `${one}.x`),
  fc.tuple(number, number).map(([a, b]) => `${a}.${b}.*`),
);
const part = fc
  .tuple(fc.constantFrom("", "^", "~", ">", ">=", "<", "<=", "="), partial)
  .map((both) => both.join(""));
const list = fc.oneof(
  fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" ")),
  fc.tuple(partial, partial).map((both) => both.join(" - ")),
);
const range = fc.array(list, { minLength: 1, maxLength: 2 }).map((lists) => lists.join(" || "));

test("ranges mean what npm's semver takes them to mean", () => {
  fc.assert(
    fc.property(version, range, (one, text) => {
      expect(fits(one, text)).toBe(semver.satisfies(one, text));
    }),
    { numRuns: 20_000 },
  );
});
