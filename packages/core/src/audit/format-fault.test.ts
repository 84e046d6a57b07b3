import { expect, test } from "vitest";
import { formatFault } from "./format-fault.ts";

test.each([
  [{ kind: "no-record", line: 3, expected: 3 }, "not a record; expected record 3."],
  [{ kind: "changed", line: 3, expected: 3, found: 3 }, "record 3 was changed after it was written."],
  [{ kind: "changed", line: 3, expected: 3, found: 7 }, "It now claims to be record 7."],
  [{ kind: "missing", line: 3, expected: 3, found: 4 }, "record 3 was removed; this is record 4."],
  [
    { kind: "missing", line: 3, expected: 3, found: 1500 },
    "records 3 to 1,499 were removed; this is record 1,500.",
  ],
  [{ kind: "misplaced", line: 3, expected: 3, found: 1 }, "record 1 belongs earlier"],
  [{ kind: "unlinked", line: 3, expected: 3 }, "one of the two was replaced"],
  [{ kind: "torn", line: 3, expected: 3 }, "the line is incomplete"],
  [{ kind: "tail-missing", line: 3, expected: 9, found: 2 }, "ends with record 2, but record 9 was written"],
  [{ kind: "head-differs", line: 3, expected: 3 }, "differs from the one the head names"],
] as const)("%j is described with its position", (fault, words) => {
  expect(formatFault(fault)).toMatch(/^line 3: /);
  expect(formatFault(fault)).toContain(words);
});
