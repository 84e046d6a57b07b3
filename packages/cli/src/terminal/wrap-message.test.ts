import { expect, test } from "vitest";
import { wrapMessage } from "./wrap-message.ts";

const message =
  "Note: one two three four five six seven.\n  - indented text that is far too long for this line\nRun `skillwright add --skill NAME`.\n";

function wrap(text: string, columns: number, live = true): string {
  const terminal = {
    screen: live,
    piped: false,
    color: false,
    background: "unknown" as const,
    columns,
    live,
  };
  return wrapMessage(text, { terminal });
}

test("a terminal gets lines that fit, broken at spaces and with their indentation", () => {
  expect(wrap(message, 30)).toBe(`Note: one two three four five
six seven.
  - indented text that is far
  too long for this line
Run
\`skillwright add --skill NAME\`.
`);
});

test("a file or a pipe gets whole lines", () => {
  expect(wrap(message, 30, false)).toBe(message);
});

test("what fits, a word that is too long and an open backtick stay as they are", () => {
  for (const text of [
    "",
    "short\n",
    `${"x".repeat(50)}\n`,
    "an open ` backtick with a long text behind it\n",
  ])
    expect(wrap(text, 30).replaceAll("\n", " ").trim()).toBe(text.replaceAll("\n", " ").trim());
});
