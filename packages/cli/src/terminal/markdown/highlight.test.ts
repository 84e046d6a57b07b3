import { tritOf } from "@skillwright/core/check";
import { expect, test } from "vitest";
import { createTheme } from "../style.ts";
import { highlight } from "./highlight.ts";

const theme = createTheme(tritOf("pdf"), { color: true });
const kinds = ["comment", "string", "number", "keyword"] as const;

/** Highlighted tokens, as `kind text`. */
function painted(code: string, label: string | undefined): string[] {
  return highlight(code, label, theme).flatMap(({ text, paint }) => {
    const kind = kinds.find((name) => theme[name] === paint);
    return kind === undefined ? [] : [`${kind} ${text}`];
  });
}

test("S1-43: comments, strings, numbers and keywords of a known language are highlighted", () => {
  expect(painted('def f():  # why\n  return "x" if n > 3.14 else None', "python")).toEqual([
    "keyword def",
    "comment # why",
    "keyword return",
    'string "x"',
    "keyword if",
    "number 3.14",
    "keyword else",
    "keyword None",
  ]);
});

test("digits, keywords and # inside a word are part of the word", () => {
  expect(painted("python3 in-place a#b do-it", "sh")).toEqual([]);
});

test("the slashes of a URL do not start a comment", () => {
  expect(painted("fetch(https://x.y) // z", "ts")).toEqual(["comment // z"]);
});

test("an unclosed comment extends to the end", () => {
  expect(painted("a /* b\nc", "js")).toEqual(["comment /* b\nc"]);
});

test("an unclosed quote highlights nothing", () => {
  expect(painted("echo don't", "bash")).toEqual([]);
});

test("code without a language or in an unknown one is unchanged", () => {
  const code = 'if "x" 1 # c';
  expect([undefined, "text", "brainfuck"].map((label) => painted(code, label))).toEqual([[], [], []]);
});

test("nothing is lost", () => {
  const code = 'const a = `x`; /* b */ "c\\"d" 0x1F\n\n  y';
  expect(
    highlight(code, "js", theme)
      .map(({ text }) => text)
      .join(""),
  ).toBe(code);
});
