import { expect, test } from "vitest";
import { hangText } from "./text-width.ts";

test("a text of several lines is indented past its label", () => {
  expect(hangText("tools", "Read, Write, Bash(git:*), Grep and Glob", { width: 9, columns: 35 })).toEqual([
    "tools    Read, Write, Bash(git:*),",
    "         Grep and Glob",
  ]);
});

test("however narrow the terminal, a line has room for some words", () => {
  expect(hangText("", "one two three four", { width: 30, columns: 20 })).toEqual([
    `${" ".repeat(30)}one two three four`,
  ]);
});
