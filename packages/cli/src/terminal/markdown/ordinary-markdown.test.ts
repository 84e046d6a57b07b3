import { expect, test } from "vitest";
import { isOrdinaryMarkdown } from "./render-markdown.ts";

test("ordinary text is accepted", () => {
  const paragraph = "Some **bold** text with `code`, a [link](x.md) and\n- a list\n  - in a list\n\n";
  expect(isOrdinaryMarkdown(paragraph.repeat(500))).toBe(true);
});

test("text that would stall the parser for seconds or overflow its stack is not", () => {
  const attacks = [
    ">".repeat(20_000),
    "- ".repeat(5000),
    "+\t".repeat(5000),
    ">\t".repeat(5000),
    "*".repeat(50_000),
    "**a_".repeat(10_000),
    `${" ".repeat(300)}- a`,
    "a b c\n".repeat(10_000).padEnd(600_000, "x"),
  ];
  expect(attacks.map(isOrdinaryMarkdown)).toEqual(attacks.map(() => false));
});
