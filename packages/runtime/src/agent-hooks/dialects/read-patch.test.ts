import { expect, test } from "vitest";
import { readPatch } from "./read-patch.ts";

const write = (path: string) => ({ tool: "Write", input: { file_path: path } });
const edit = (path: string) => ({ tool: "Edit", input: { file_path: path } });

function patch(...lines: readonly string[]): string {
  return ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
}

/** The possible effects of an unreadable patch. */
function anything(input: unknown): unknown {
  return ["Edit", "Write", "DeleteFile", "MoveFile"].map((tool) => ({
    tool,
    input: { unreadable_patch: input },
  }));
}

test("each file a patch touches is a separate use", () => {
  const text = patch(
    "*** Add File: a b.txt",
    "+x",
    "*** Update File: src/c.ts",
    "@@",
    "-x",
    "+y",
    "*** End of File",
  );
  expect(readPatch({ command: text })).toEqual([write("a b.txt"), edit("src/c.ts")]);
});

test("the text can be the whole input or in another field", () => {
  const text = patch("*** Add File: a", "+x");
  for (const input of [text, { command: text }, { input: text }, { patch: text }])
    expect(readPatch(input)).toEqual([write("a")]);
});

test("a move names its source and its destination", () => {
  expect(readPatch(patch("*** Update File: a", "*** Move to: b", "*** Update File: c"))).toEqual([
    edit("a"),
    { tool: "MoveFile", input: { source: "a", destination: "b" } },
    edit("c"),
  ]);
});

test("headers are trimmed the way agents do", () => {
  const indented = patch(
    "  *** Add File: a  ",
    "\t*** Delete File: b\r",
    "\u0085*** Update File: c",
    "\u00a0*** Add File: d",
  );
  expect(readPatch(indented)).toEqual([
    write("a"),
    { tool: "DeleteFile", input: { file_path: "b" } },
    edit("c"),
    write("d"),
  ]);
});

test("only the end of the line ends a path", () => {
  expect(readPatch(patch("*** Add File: a\u2028b", "+x"))).toEqual([write("a\u2028b")]);
  expect(readPatch(patch("*** Add File: a\rb", "+x"))).toEqual([write("a\rb")]);
});

test("lines of a file's text are not headers", () => {
  expect(readPatch(patch("*** Add File: a", "+*** Add File: b", "+*** Unheard of"))).toEqual([write("a")]);
});

test("an unknown header makes the whole patch unreadable", () => {
  const text = patch("*** Add File: a", "+x", "*** Copy File: a -> b");
  expect(readPatch(text)).toEqual(anything(text));
});

test.each([[""], ["hello"], ["--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y"], ["*** Begin Patch\n*** End Patch"]])(
  "%j is not a readable patch",
  (text) => {
    expect(readPatch(text)).toEqual(anything(text));
  },
);

test("an input without text, or with two, is unreadable too", () => {
  const text = patch("*** Add File: a", "+x");
  expect(readPatch(undefined)).toEqual(anything(null));
  for (const input of [null, 5, [], {}, { command: 5 }, { command: text, input: text }])
    expect(readPatch(input)).toEqual(anything(input));
});

test("time grows linearly with a patch", () => {
  const text = patch(...Array.from({ length: 100_000 }, () => `${" ".repeat(40)}*** x`.slice(0, 43)));
  expect(readPatch(text)).toEqual(anything(text));
  const spaces = `${" ".repeat(200_000)}x`;
  expect(readPatch(spaces)).toEqual(anything(spaces));
});
