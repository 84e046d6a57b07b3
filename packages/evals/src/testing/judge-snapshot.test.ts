import { expect, test } from "vitest";
import { judgeSnapshot } from "./judge-snapshot.ts";
import type { Observed } from "./observed.ts";
import { toSnapshot } from "./to-snapshot.ts";

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
