import { expect, test } from "vitest";
import { formatTestFailure, type TestFailure } from "./failure.ts";

const failures: readonly [TestFailure, string][] = [
  [
    { kind: "stopped", expected: "exited", actual: "timed-out", output: "" },
    "It did not finish in time and was stopped.\n  output so far: (nothing)",
  ],
  [
    { kind: "stopped", expected: "exited", actual: "over-limit", exceeded: "memory", output: "a\nb\n" },
    "It was stopped: it used too much memory.\n  output so far:\n    a\n    b",
  ],
  [
    { kind: "stopped", expected: "exited", actual: "over-limit", output: "a" },
    "It was stopped: it used too much.\n  output so far: a",
  ],
  [
    { kind: "stopped", expected: "exited", actual: "aborted", output: "a" },
    "It was stopped before it finished.\n  output so far: a",
  ],
  [
    { kind: "truncated", expected: "all output", actual: "y\ny\n…" },
    "Its output was longer than the limit.\n  starts with:\n    y\n    y\n    …",
  ],
  [
    {
      kind: "file-created",
      expected: "out.csv",
      actual: "No file was created.",
      description: "for import",
      said: "Done.",
    },
    "The agent did not create the file. (for import)\n  expected: out.csv\n  found:    No file was created.\n  last said: Done.",
  ],
  [
    { kind: "not-contains", expected: "sorry", actual: "It said sorry.", said: "" },
    "The agent said unwanted text.\n  unwanted: sorry\n  found:    It said sorry.\n  last said: (nothing)",
  ],
  [
    { kind: "not-run", expected: "exited", actual: "There is no program bash." },
    "It could not run.\n  reason:   There is no program bash.",
  ],
  [
    { kind: "exit-code", expected: 0, actual: 1, output: "Traceback\nKeyError\n" },
    "The exit code differs.\n  expected: 0\n  actual:   1\n  output:\n    Traceback\n    KeyError",
  ],
  [
    { kind: "exit-code", expected: 0, actual: 139, killed: true, output: "" },
    "The exit code differs.\n  expected: 0\n  actual:   139, terminated by signal 11\n  output:   (nothing)",
  ],
  [
    { kind: "decision", expected: "deny", actual: "none", output: "" },
    "The hooks made a different decision.\n  expected: deny\n  actual:   none\n  output:   (nothing)",
  ],
  [
    { kind: "stdout-contains", expected: "Page 1\nPage 2", actual: "Page 1\n" },
    "Standard output does not contain the text.\n  expected:\n    Page 1\n    Page 2\n  actual:   Page 1",
  ],
  [
    { kind: "stderr-contains", expected: "x", actual: "" },
    "Standard error does not contain the text.\n  expected: x\n  actual:   (nothing)",
  ],
  [
    { kind: "not-contains", expected: "ERROR", actual: "an ERROR", stream: "stderr" },
    "Standard error contains unwanted text.\n  unwanted: ERROR\n  actual:   an ERROR",
  ],
  [
    { kind: "stdout-matches", expected: "^a$", actual: "\tb" },
    "Standard output does not match the regular expression.\n  expected: ^a$\n  actual:   \tb",
  ],
  [
    { kind: "stderr-matches", expected: "(a+)+$", actual: "aaa", tooSlow: true },
    "The regular expression takes too long on this output; simplify it. The expressions after it were not tried.\n  expected: (a+)+$\n  actual:   aaa",
  ],
  [
    { kind: "stdout-json", path: "$.rows[0]", expected: "3", actual: "nothing" },
    "The JSON on standard output differs at $.rows[0].\n  expected: 3\n  actual:   nothing",
  ],
  [
    { kind: "stdout-json", expected: "JSON", actual: "Traceback" },
    "Standard output is not JSON.\n  expected: JSON\n  actual:   Traceback",
  ],
  [
    { kind: "files-created", expected: "out/a.md", actual: [] },
    "A file was not created.\n  expected: out/a.md\n  created:  (nothing)",
  ],
  [
    { kind: "files-created", expected: "out/a.md", actual: ["a", "b"] },
    "A file was not created.\n  expected: out/a.md\n  created:\n    a\n    b",
  ],
  [
    { kind: "snapshot", expected: "as kept", actual: ["- | a", "+ | b"] },
    "The output differs from the snapshot (- snapshot, + now).\n  - | a\n  + | b",
  ],
  [
    { kind: "snapshot", expected: "a kept snapshot", actual: [] },
    "There is no snapshot yet. Run with --update to save this output.",
  ],
];

test.each(failures)("%j as text", (failure, text) => {
  expect(formatTestFailure(failure)).toBe(text);
});

test("unprintable characters are shown by their code", () => {
  expect(formatTestFailure({ kind: "stdout-contains", expected: "\u001b[1m", actual: "a\r\nb\u0007" })).toBe(
    "Standard output does not contain the text.\n  expected: \\u{1b}[1m\n  actual:\n    a\\u{d}\n    b\\u{7}",
  );
});
