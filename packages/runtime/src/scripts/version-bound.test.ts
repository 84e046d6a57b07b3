import { expect, test } from "vitest";
import { findVersion, isWithin, readBounds } from "./version-bound.ts";

test.each([
  [">=3.10", [{ sign: ">=", version: "3.10" }]],
  [
    " >= v20 , <23",
    [
      { sign: ">=", version: "20" },
      { sign: "<", version: "23" },
    ],
  ],
  ["=2", [{ sign: "==", version: "2" }]],
  ["3.9+", [{ sign: ">=", version: "3.9" }]],
  ["3.9", []],
  ["^3", []],
  [">=3.x", []],
  [">=3, ~4", []],
  ["", []],
])("%j says %j", (text, bounds) => {
  expect(readBounds(text)).toEqual(bounds);
});

test.each([
  ["Python 3.11.2\n", "3.11.2"],
  ["git version 2.39.2", "2.39.2"],
  ["v24.1.0", "24.1.0"],
  ["jq-1.6", "1.6"],
  ["go version go1.21 linux/amd64", "1.21"],
  ["This is perl 5, version 36, subversion 0 (v5.36.0)", "5.36.0"],
  ["tool 7", "7"],
  ["no number", undefined],
])("a program that prints %j is version %s", (output, version) => {
  expect(findVersion(output)).toBe(version);
});

test.each([
  ["3.10", ">=3.9", true],
  ["3.9.18", ">=3.10", false],
  ["3.10", ">=3.10.0", true],
  ["3.10.1", ">3.10", true],
  ["4", "<4.0", false],
  ["3.99", "<4", true],
  ["4.0.1", "<=4", false],
  ["3.10.4", "==3.10", true],
  ["3.1", "==3.10", false],
  ["3.10", "==3.1", false],
])("%s is within %s: %s", (version, bound, expected) => {
  expect(readBounds(bound).map((one) => isWithin(version, one))).toEqual([expected]);
});
