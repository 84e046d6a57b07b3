import fc from "fast-check";
import { expect, test } from "vitest";
import type { Observed } from "./judge-run.ts";
import { judgeSnapshot, toSnapshot } from "./snapshot.ts";

const snapshot = (stdout: string, stderr = "", folders: readonly string[] = []): string =>
  toSnapshot({ stdout, stderr }, { folders });

test("both streams are saved, each line after a bar", () => {
  expect(snapshot("one\n\n  two\n", "warning\n")).toBe("stdout:\n| one\n|\n|   two\nstderr:\n| warning\n");
});

test("empty output is saved as empty", () => {
  expect(snapshot("")).toBe("stdout:\nstderr:\n");
});

test("a missing final line break is marked", () => {
  expect(snapshot("one\ntwo", "x")).toBe(
    "stdout:\n| one\n| two\n\\ no line break\nstderr:\n| x\n\\ no line break\n",
  );
});

test("characters that an editor would strip or a terminal interpret are escaped, and tabs are kept", () => {
  expect(snapshot("a \nb\t\n\tc\r\n\u001b[31m\u202e\n", "\n")).toBe(
    "stdout:\n| a\\u{20}\n| b\\u{9}\n| \tc\\u{d}\n| \\u{1b}[31m\\u{202e}\nstderr:\n|\n",
  );
});

test("the copy's folder is replaced in every spelling", () => {
  expect(
    snapshot("/tmp/copy-1/tests/a\n/private/tmp/copy-1\n", "in /tmp/copy-1.\n", [
      "/tmp/copy-1",
      "/private/tmp/copy-1",
      "",
    ]),
  ).toBe("stdout:\n| <skill>/tests/a\n| <skill>\nstderr:\n| in <skill>.\n");
});

test("a folder's name is literal, not an expression", () => {
  expect(snapshot("/t/a.b+(c)$&\n/t/axb\n", "", ["/t/a.b+(c)$&"])).toBe(
    "stdout:\n| <skill>\n| /t/axb\nstderr:\n",
  );
});

const streams = fc.string({
  unit: fc.constantFrom(
    "a",
    " ",
    "\t",
    "\n",
    "\r",
    "|",
    "\\",
    "u",
    "{",
    "}",
    "5",
    "c",
    "\u001b",
    "🙂",
    "\ud800",
  ),
  maxLength: 12,
});

test("different streams give different snapshots", () => {
  fc.assert(
    fc.property(streams, streams, streams, (one, two, three) => {
      expect(snapshot(one, two) === snapshot(three, two)).toBe(one === three);
      expect(snapshot(one, two) === snapshot(two, one)).toBe(one === two);
    }),
    { numRuns: 3000 },
  );
});

test("even if one looks like the escaped form of the other", () => {
  expect(snapshot("\\u{1b}\n")).not.toBe(snapshot("\u001b\n"));
  expect(snapshot("\\u{5c}u{1b}\n")).not.toBe(snapshot("\\u{1b}\n"));
  expect(snapshot("a\nstderr:\n| b\n")).not.toBe(snapshot("a\n", "b\n"));
  expect(snapshot("a\n\\ no line break\n")).not.toBe(snapshot("a"));
});

test("no line of a snapshot ends in a space or contains a carriage return", () => {
  fc.assert(
    fc.property(streams, (stream) => {
      expect(snapshot(stream)).not.toMatch(/[ \t]$|\r/m);
    }),
    { numRuns: 1000 },
  );
});

const observed: Observed = {
  status: "exited",
  exitCode: 0,
  stdout: "one\ntwo\n",
  stderr: "in /tmp/b\n",
  truncated: false,
  created: [],
};

test("a run in another folder matches the snapshot", () => {
  const kept = toSnapshot({ ...observed, stderr: "in /tmp/a\n" }, { folders: ["/tmp/a"] });
  expect(judgeSnapshot(kept, observed, { folders: ["/tmp/b"] })).toEqual([]);
});

test("so does one whose snapshot got different line breaks from git", () => {
  const kept = toSnapshot(observed, { folders: [] }).replaceAll("\n", "\r\n");
  expect(judgeSnapshot(kept, observed, { folders: [] })).toEqual([]);
  expect(judgeSnapshot(kept, { ...observed, stdout: "one\r\ntwo\r\n" }, { folders: [] })).toHaveLength(1);
});

test("so does one whose snapshot lost its last line break in an editor", () => {
  const kept = toSnapshot(observed, { folders: [] }).trimEnd();
  expect(judgeSnapshot(kept, observed, { folders: [] })).toEqual([]);
});

test("differences are reported line by line", () => {
  const kept = toSnapshot({ ...observed, stdout: "one\n2\n" }, { folders: [] });
  expect(judgeSnapshot(kept, observed, { folders: [] })).toEqual([
    {
      kind: "snapshot",
      expected: "as kept",
      actual: ["  stdout:", "  | one", "- | 2", "+ | two", "  stderr:", "  | in /tmp/b"],
    },
  ]);
});

test("a missing snapshot is a failure, since the output was never confirmed", () => {
  expect(judgeSnapshot(undefined, observed, { folders: [] })).toEqual([
    { kind: "snapshot", expected: "a kept snapshot", actual: [] },
  ]);
});

test("an empty file does not match empty output", () => {
  expect(judgeSnapshot("", { ...observed, stdout: "", stderr: "" }, { folders: [] })).toHaveLength(1);
});
