import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256Hex } from "../digest/sha256.ts";
import { limits } from "../limits.ts";
import { type ChainEnd, chainStart, linkEvent, toEventText } from "./chain.ts";
import { allowedCall } from "./contract.ts";
import { createVerifier, formatFault, type Verification } from "./create-verifier.ts";

type Log = { readonly lines: readonly string[]; readonly ends: readonly ChainEnd[] };

function createLog(count: number): Log {
  const lines: string[] = [];
  const ends = [chainStart];
  for (let call = 0; call < count; call++) {
    const { line, end } = linkEvent(
      toEventText(allowedCall(`${call}`)),
      ends.at(-1) ?? chainStart,
      sha256Hex,
    );
    lines.push(line);
    ends.push(end);
  }
  return { lines, ends };
}

function verify(lines: readonly (string | undefined)[], head?: ChainEnd): Verification {
  const verifier = createVerifier({ sha256: sha256Hex, ...(head && { head }) });
  for (const text of lines) verifier.add({ text, ended: true });
  return verifier.finish();
}

const { lines, ends } = createLog(5);
const [, , second, , , last] = ends;

test("an unchanged log verifies, with its end", () => {
  expect(verify(lines, last)).toEqual({
    whole: true,
    lines: 5,
    end: last,
    torn: false,
    repairs: 0,
    faults: [],
    moreFaults: 0,
  });
  expect(verify([])).toMatchObject({ whole: true, lines: 0, end: chainStart });
});

test("a log that has grown since its head was written verifies", () => {
  for (const head of ends) expect(verify(lines, head).whole).toBe(true);
});

test("a log shorter than its head does not verify", () => {
  expect(verify(lines.slice(0, 3), last).faults).toEqual([
    { kind: "tail-missing", line: 4, expected: 5, found: 3 },
  ]);
});

test("the head exposes a log that was rewritten from scratch", () => {
  const event = toEventText(allowedCall("forged"));
  let end = chainStart;
  const rewritten = lines.map(() => {
    const linked = linkEvent(event, end, sha256Hex);
    end = linked.end;
    return linked.line;
  });
  expect(verify(rewritten).whole).toBe(true);
  expect(verify(rewritten, second).faults).toEqual([{ kind: "head-differs", line: 2, expected: 2 }]);
});

test("each kind of damage is one fault at its line, and later lines are still checked", () => {
  const swap = (from: string, to: string): readonly string[] =>
    lines.map((line, index) => (index === 2 ? line.replace(from, to) : line));
  const hash = ends[3]?.hash ?? "";
  expect([
    verify(swap("git status", "git statue")).faults,
    verify(
      swap(
        hash,
        hash.replace(/./, (digit) => (digit === "0" ? "1" : "0")),
      ),
    ).faults,
    verify(lines.toSpliced(2, 1, "nonsense")).faults,
    verify([...lines.slice(0, 2), undefined, ...lines.slice(3)]).faults,
    verify(lines.toSpliced(2, 0, "")).faults,
  ]).toEqual([
    [{ kind: "changed", line: 3, expected: 3, found: 3 }],
    [{ kind: "changed", line: 3, expected: 3, found: 3 }],
    [{ kind: "no-record", line: 3, expected: 3 }],
    [{ kind: "no-record", line: 3, expected: 3 }],
    [
      { kind: "no-record", line: 3, expected: 3 },
      { kind: "misplaced", line: 4, expected: 4, found: 3 },
    ],
  ]);
});

test("an inserted record with a valid hash is noticed by its neighbors", () => {
  const forged = linkEvent(toEventText(allowedCall("forged")), second ?? chainStart, sha256Hex);
  expect(verify(lines.toSpliced(2, 0, forged.line)).faults).toEqual([
    { kind: "misplaced", line: 4, expected: 4, found: 3 },
    { kind: "unlinked", line: 5, expected: 4 },
  ]);
  expect(verify(lines.toSpliced(2, 1, forged.line)).faults).toEqual([
    { kind: "unlinked", line: 4, expected: 4 },
  ]);
});

test("an incomplete last line is a crash if the head is not past it and it starts like the next record", () => {
  const add = (text: string, head?: ChainEnd): Verification => {
    const verifier = createVerifier({ sha256: sha256Hex, ...(head && { head }) });
    for (const line of lines.slice(0, 3)) verifier.add({ text: line, ended: true });
    verifier.add({ text, ended: false });
    return verifier.finish();
  };
  const [, , , third, fourth] = ends;
  const [, , old = "", next = ""] = lines;
  for (const text of ["{", next.slice(0, 30), next])
    expect(add(text, third)).toMatchObject({ whole: true, torn: true, end: third });
  const torn = { kind: "torn", line: 4, expected: 4 };
  expect([add("x", third), add(old, third), add(next), add("{")].map(({ faults }) => faults)).toEqual([
    [torn],
    [torn],
    [torn],
    [torn],
  ]);
  expect(add(next, fourth).faults).toEqual([{ kind: "tail-missing", line: 5, expected: 4, found: 3 }]);
});

test("records of unknown kinds count like the others", () => {
  const event = '"time":"2030-01-01T00:00:00Z","session":"s","event":"from-the-future","new":[1]';
  const { line } = linkEvent(event, chainStart, sha256Hex);
  expect(verify([line])).toMatchObject({ whole: true, lines: 1 });
});

test("repairs are counted", () => {
  const torn = toEventText({ time: "t", session: "s", event: "log-repaired", torn: "{", bytes: 1 });
  expect(verify([linkEvent(torn, chainStart, sha256Hex).line])).toMatchObject({ whole: true, repairs: 1 });
});

test("faults beyond the limit are counted, not kept", () => {
  const {
    faults,
    moreFaults,
    lines: count,
  } = verify(Array.from({ length: limits.auditFaults + 7 }, () => "x"));
  expect([faults.length, moreFaults, count]).toEqual([limits.auditFaults, 7, limits.auditFaults + 7]);
});

test("any other arrangement of the lines is noticed", () => {
  const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 0, 4], { minLength: 0, maxLength: 7 });
  fc.assert(
    fc.property(order, (indices) => {
      const isSame = indices.join() === "0,1,2,3,4";
      expect(
        verify(
          indices.map((index) => lines[index]),
          last,
        ).whole,
      ).toBe(isSame);
    }),
    { numRuns: 500 },
  );
});

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
