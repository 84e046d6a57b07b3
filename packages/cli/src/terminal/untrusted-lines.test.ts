import { expect, test } from "vitest";
import { untrustedLines } from "./safe-text.ts";
import { textWidth } from "./text-width.ts";

test("each line has a mark, and is complete", () => {
  expect(untrustedLines("make build\n\n\tmake test  \n", 80)).toEqual([
    "│ make build",
    "│ ",
    "│     make test  ",
    "│ ",
  ]);
});

test("a line longer than the terminal continues behind another mark", () => {
  expect(untrustedLines(`echo ${"a".repeat(30)}`, 22)).toEqual([
    "│ echo aaaaaaaaaaaaaaa",
    "┊ aaaaaaaaaaaaaaa",
  ]);
});

test("wide characters count as the columns they take, and narrow terminals still get lines", () => {
  const lines = untrustedLines("漢".repeat(30), 3);
  expect(lines.map(textWidth)).toEqual([20, 20, 20, 8]);
});

test("a carriage return and a cursor movement are spelled out", () => {
  expect(untrustedLines("rm -rf x\r\u001b[2Kls", 80)).toEqual(["│ rm -rf x\\u{d}\\u{1b}[2Kls"]);
});
