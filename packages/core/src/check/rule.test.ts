import { expect, test } from "vitest";
import { defineRule, type Report } from "./rule.ts";

const messages = { size: "{file} has {size} bytes.", empty: "The file is empty." } as const;

test("a report has a message of its rule and the arguments of its placeholders, or it does not compile", () => {
  const reports: Report<typeof messages>[] = [
    { message: "size", args: { file: "a", size: 3 } },
    { message: "empty" },
    // @ts-expect-error: an argument is missing.
    { message: "size", args: { file: "a" } },
    // @ts-expect-error: an argument is misspelled.
    { message: "size", args: { file: "a", sise: 3 } },
    // @ts-expect-error: all arguments are missing.
    { message: "size" },
    // @ts-expect-error: the rule has no such message.
    { message: "sise" },
  ];
  expect(reports).toHaveLength(6);
});

test("a rule reports through a context that knows its messages", () => {
  const rule = defineRule({
    id: "test",
    category: "quality",
    severity: "info",
    summary: "A test.",
    messages: { size: "{size} bytes." },
    check(_, { report }) {
      // @ts-expect-error: an argument is misspelled.
      report({ message: "size", args: { sise: 3 } });
      report({ message: "size", args: { size: 3 } });
    },
  });
  expect(rule.messages).toEqual({ size: "{size} bytes." });
});
