import { expect, test } from "vitest";
import { parseMention } from "./parse-mention.ts";

test.each([
  ["/pdf-tools rotate a.pdf", { name: "pdf-tools", args: "rotate a.pdf" }],
  ["  /deploy", { name: "deploy", args: "" }],
  ["$review the last commit", { name: "review", args: "the last commit" }],
  ["/team:deploy now", { name: "team:deploy", args: "now" }],
  ["please use $pdf-tools on a.pdf", { name: "pdf-tools", args: "please use on a.pdf" }],
  ["rotate it with $pdf-tools.", { name: "pdf-tools", args: "rotate it with." }],
  ["/übersicht heute", { name: "übersicht", args: "heute" }],
  ["/first\n$second", { name: "first", args: "$second" }],
])("%j mentions %j", (query, mention) => {
  expect(parseMention(query)).toEqual(mention);
});

test.each(["rotate a pdf", "a/b", "costs US$5x", "", "/", "$", "/ name", "see /usr", "x$name", "$name=1"])(
  "%j mentions nothing",
  (query) => {
    expect(parseMention(query)).toBeUndefined();
  },
);

test("a request of any length is read in time", () => {
  expect(parseMention(`${"$a$".repeat(1_000_000)}`)).toBeUndefined();
});
